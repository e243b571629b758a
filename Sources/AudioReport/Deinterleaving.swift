internal import CKernels

/// The channels of interleaved samples one after another, in an array that is used again and again.
struct Deinterleaving {
    private var planes: [Float] = []

    /// Calls the body with the samples of each channel in turn.
    mutating func forEach(
        of channels: Int, in samples: UnsafeBufferPointer<Float>, _ body: (Int, UnsafeBufferPointer<Float>) -> Void
    ) {
        guard channels > 1 else { return body(0, samples) }
        let frames = samples.count / channels
        let wanted = channels == 2 ? 2 * frames : frames
        if planes.count < wanted { planes = [Float](repeating: 0, count: wanted) }
        planes.withUnsafeMutableBufferPointer { planes in
            guard let base = planes.baseAddress else { return }
            let first = UnsafeBufferPointer(rebasing: planes[..<frames])
            if channels == 2 {
                // The case of most recordings.
                verbio_split(samples.baseAddress, frames, base, base + frames)
                body(0, first)
                body(1, UnsafeBufferPointer(rebasing: planes[frames..<(2 * frames)]))
            } else {
                for channel in 0..<channels {
                    for frame in 0..<frames { planes[frame] = samples[frame * channels + channel] }
                    body(channel, first)
                }
            }
        }
    }
}
