internal import Glibc
package import Plumbing

/// Brings a finished piece of speech to another rate with a windowed sinc (Blackman, 16 zero crossings on each side).
///
/// It is for the rare pieces of a voice track whose rate differs from the track's. It uses plain arithmetic, so equal
/// inputs give equal samples on every run.
package enum VoiceResampler {
    private static let zeroCrossings = 16.0
    /// The tables of a ratio with more phases than this are not kept but computed for each sample.
    private static let keptPhases = 4_096

    /// The voice at `rate` Hz, `ceil(count × rate / its own rate)` samples long.
    ///
    /// - Throws: ``Problem`` of kind `internal` if a rate is outside ``TimeStretch/sampleRates``.
    package static func resample(_ voice: VoiceAudio, to rate: Int) throws(Problem) -> VoiceAudio {
        guard voice.sampleRate != rate else { return voice }
        guard TimeStretch.sampleRates.contains(voice.sampleRate), TimeStretch.sampleRates.contains(rate) else {
            throw Problem(
                .internal, "audio.resample", "speech at \(voice.sampleRate) Hz cannot be brought to \(rate) Hz")
        }
        let (step, phases, cutoff, reach) = ratio(from: voice.sampleRate, to: rate)

        let count = (voice.samples.count * phases + step - 1) / step
        var resampled = [Int16](repeating: 0, count: count)
        var kept = [[Float]](repeating: [], count: phases <= keptPhases ? phases : 0)
        for index in 0..<count {
            let position = index * step
            let phase = position % phases
            var kernel = phase < kept.count ? kept[phase] : []
            if kernel.isEmpty {
                kernel = self.kernel(offset: Double(phase) / Double(phases), cutoff: cutoff, reach: reach)
                if phase < kept.count { kept[phase] = kernel }
            }
            let first = position / phases - reach + 1
            var sum: Float = 0
            for tap in max(0, -first)..<max(max(0, -first), min(kernel.count, voice.samples.count - first)) {
                sum += kernel[tap] * Float(voice.samples[first + tap])
            }
            resampled[index] = Int16(max(-32_768, min(32_767, sum.rounded())))
        }
        return VoiceAudio(sampleRate: rate, samples: resampled)
    }

    /// The samples that become `phases` new ones, the end of the filter, and the samples on each side that a new one needs.
    static func ratio(from old: Int, to new: Int) -> (step: Int, phases: Int, cutoff: Double, reach: Int) {
        let divisor = greatestCommonDivisor(old, new)
        // For a lower rate, the filter must end below half the new rate.
        let cutoff = min(1, Double(new) / Double(old))
        return (old / divisor, new / divisor, cutoff, Int((zeroCrossings / cutoff).rounded(.up)))
    }

    /// Weights of the samples from `reach - 1` before to `reach` after a point that lies `offset` after a sample. They add
    /// up to 1, so that a constant does not change.
    private static func kernel(offset: Double, cutoff: Double, reach: Int) -> [Float] {
        let weights = (0..<(2 * reach)).map { tap in
            let distance = Double(tap - reach + 1) - offset
            let turn = Double.pi * distance / Double(reach)
            let window = abs(distance) >= Double(reach) ? 0 : 0.42 + 0.5 * cos(turn) + 0.08 * cos(2 * turn)
            let x = Double.pi * distance * cutoff
            return (x == 0 ? 1 : sin(x) / x) * window
        }
        let sum = weights.reduce(0, +)
        return weights.map { Float($0 / sum) }
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
