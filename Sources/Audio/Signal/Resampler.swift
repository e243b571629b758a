internal import CSoxr
package import Plumbing

/// One lane from its native rate to another, 16 kHz mostly (soxr, "HQ": alias -137 dB, pass band flat to 7 kHz there).
///
/// The output is aligned with the input (a click at t stays at t) and has `round(frames * target / rate)` samples in total.
/// It does not depend on how the input is cut: soxr always sees blocks of the same size. Equal rates pass through untouched.
package final class Resampler {
    private let rate: Int
    private let target: Int
    private let handle: soxr_t?
    private let blockSize: Int
    private var waiting: [Float] = []
    private var consumed = 0
    private var produced = 0
    private var output: [Float]

    /// - Throws: ``Problem`` if soxr refuses, which it does not for rates within ``DecodingLimits``.
    package init(from rate: Int, to target: Int = speechSampleRate) throws(Problem) {
        self.rate = rate
        self.target = target
        // 20 ms, so that live audio waits only briefly.
        blockSize = max(64, rate / 50)
        guard rate != target else {
            handle = nil
            output = []
            return
        }
        var error: soxr_error_t?
        var quality = soxr_quality_spec(UInt(SOXR_HQ), 0)
        var layout = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
        handle = soxr_create(Double(rate), Double(target), 1, &error, &layout, &quality, nil)
        guard error == nil, handle != nil else {
            throw Problem(
                .input, "audio.sample-rate", "a sample rate of \(rate) Hz cannot be converted to \(target) Hz",
                cure: "convert the recording to \(target) Hz")
        }
        output = [Float](repeating: 0, count: blockSize * target / rate + 4_096)
    }

    deinit {
        if let handle { soxr_delete(handle) }
    }

    /// Takes samples and returns those of the output that are ready.
    package func push(_ samples: [Float]) -> [Float] {
        guard handle != nil else { return samples }
        consumed += samples.count
        var ready: [Float] = []
        ready.reserveCapacity((waiting.count + samples.count) * target / rate + 1)
        samples.withUnsafeBufferPointer { samples in
            var rest = samples[...]
            // Only the block that was begun before is assembled; the others are processed in place.
            if !waiting.isEmpty {
                let part = rest.prefix(blockSize - waiting.count)
                waiting += part
                rest = rest.dropFirst(part.count)
                if waiting.count == blockSize {
                    waiting.withUnsafeBufferPointer { process($0, &ready) }
                    waiting.removeAll(keepingCapacity: true)
                }
            }
            while rest.count >= blockSize {
                process(UnsafeBufferPointer(rebasing: rest.prefix(blockSize)), &ready)
                rest = rest.dropFirst(blockSize)
            }
            waiting += rest
        }
        produced += ready.count
        return ready
    }

    /// The rest of the output, once there is no more input.
    package func finish() -> [Float] {
        guard handle != nil else { return [] }
        var ready: [Float] = []
        waiting.withUnsafeBufferPointer { process($0, &ready) }
        waiting = []
        let (whole, rest) = consumed.quotientAndRemainder(dividingBy: rate)
        let total = whole * target + (rest * target + rate / 2) / rate
        let wanted = max(0, total - produced)
        while ready.count < wanted {
            let before = ready.count
            process(nil, &ready)
            if ready.count == before { break }
        }
        // soxr may end one sample before or after the exact length.
        ready = ready.count > wanted ? Array(ready.prefix(wanted)) : ready
        return ready + repeatElement(0, count: wanted - ready.count)
    }

    /// Runs soxr over one block; nil tells it that the input has ended.
    private func process(_ block: UnsafeBufferPointer<Float>?, _ ready: inout [Float]) {
        var taken = 0
        let total = block?.count ?? 0
        repeat {
            var used = 0
            var made = 0
            let input = block.flatMap { $0.baseAddress.map { $0 + taken } }
            let failed = output.withUnsafeMutableBufferPointer { output in
                soxr_process(handle, input, total - taken, &used, output.baseAddress, output.count, &made) != nil
            }
            if failed { return }
            ready += output[..<made]
            taken += used
            if used == 0 && made == 0 { return }
        } while taken < total
    }
}
