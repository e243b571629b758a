/// One channel of interleaved samples, after another, in an array that is used again and again.
struct Deinterleaving {
    private var plane: [Float] = []

    /// Calls the body with the samples of each channel in turn.
    mutating func forEach(
        of channels: Int, in samples: UnsafeBufferPointer<Float>, _ body: (Int, UnsafeBufferPointer<Float>) -> Void
    ) {
        guard channels > 1 else { return body(0, samples) }
        let frames = samples.count / channels
        if plane.count < frames { plane = [Float](repeating: 0, count: frames) }
        plane.withUnsafeMutableBufferPointer { plane in
            for channel in 0..<channels {
                if channels == 2 {
                    Self.pickOfTwo(channel, from: samples, into: plane, frames)
                } else {
                    for frame in 0..<frames { plane[frame] = samples[frame * channels + channel] }
                }
                body(channel, UnsafeBufferPointer(rebasing: plane[..<frames]))
            }
        }
    }

    /// Two channels are what most recordings have: four frames at a time.
    private static func pickOfTwo(
        _ channel: Int, from samples: UnsafeBufferPointer<Float>, into plane: UnsafeMutableBufferPointer<Float>,
        _ frames: Int
    ) {
        let raw = UnsafeRawBufferPointer(samples)
        let target = UnsafeMutableRawPointer(plane.baseAddress)
        var frame = 0
        while frame + 4 <= frames {
            let both = raw.loadUnaligned(fromByteOffset: frame &* 8, as: SIMD8<Float>.self)
            target?.storeBytes(
                of: channel == 0 ? both.evenHalf : both.oddHalf, toByteOffset: frame &* 4, as: SIMD4<Float>.self)
            frame &+= 4
        }
        while frame < frames {
            plane[frame] = samples[frame * 2 + channel]
            frame &+= 1
        }
    }
}
