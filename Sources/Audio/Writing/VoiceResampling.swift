package import Plumbing

/// Brings speech to another rate while it arrives. Together the pieces are what ``VoiceResampler`` makes of the whole, sample
/// for sample.
package struct VoiceResampling: Sendable {
    private let rate: Int
    private let newRate: Int
    private let step: Int
    private let phases: Int
    private let reach: Int
    /// Samples that are needed for those that come next; the first one is at a multiple of `step`.
    private var held: [Int16] = []
    /// How many of them have been brought to the new rate, a multiple of `step`.
    private var done = 0

    /// - Parameters: both in Hz.
    package init(from rate: Int, to newRate: Int) {
        (self.rate, self.newRate) = (rate, newRate)
        (step, phases, _, reach) = VoiceResampler.ratio(from: max(1, rate), to: max(1, newRate))
    }

    /// The samples that are complete with these.
    ///
    /// - Throws: ``Problem`` of kind `internal` if a rate is outside ``TimeStretch/sampleRates``.
    package mutating func samples(adding samples: [Int16]) throws(Problem) -> [Int16] {
        guard rate != newRate else { return samples }
        held += samples
        let whole = (held.count - reach) / step * step
        guard whole > done else { return [] }
        let new = try resampled().prefix(whole / step * phases)
        defer {
            // The samples before the next one that it needs.
            let passed = max(0, whole - (reach + step - 1) / step * step)
            held.removeFirst(passed)
            done = whole - passed
        }
        return Array(new.dropFirst(done / step * phases))
    }

    /// The rest.
    ///
    /// - Throws: as ``samples(adding:)``.
    package mutating func end() throws(Problem) -> [Int16] {
        guard rate != newRate, !held.isEmpty else { return [] }
        defer { (held, done) = ([], 0) }
        return Array(try resampled().dropFirst(done / step * phases))
    }

    private func resampled() throws(Problem) -> [Int16] {
        try VoiceResampler.resample(VoiceAudio(sampleRate: rate, samples: held), to: newRate).samples
    }
}
