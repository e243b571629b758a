package import Audio

/// The pitch of a voice over time: its fundamental frequency where it is voiced.
///
/// The method is YIN (A. de Cheveigné, H. Kawahara: YIN, a fundamental frequency estimator for speech and music, JASA 111, 2002):
/// the first lag at which a stretch of sound nearly equals itself is the period.
package struct PitchTrack: Sendable {
    /// Hz: voices outside are not looked for.
    package static let range = 60.0...400.0
    /// Seconds of voiced sound; in less, the pitch is not known.
    package static let leastSeconds = 0.4

    /// Hz; half of the samples are enough for the lowest harmonics.
    private static let rate = speechSampleRate / 2
    /// Samples that are compared with later ones: 32 ms.
    private static let window = 256
    /// Samples between two measurements: 50 ms.
    private static let step = rate / 20
    /// The difference, as a share of the mean of those at shorter lags, under which a sound is periodic. 0.1 to 0.15 are usual.
    private static let threshold: Float = 0.15
    /// The mean level of a window below which it has no voice: −50 dB of full scale.
    private static let leastPower: Float = 1e-5

    private struct Frame: Sendable {
        /// Of the sound, in samples of 16 kHz.
        var place: Int
        var hertz: Float
    }

    private var frames: [Frame] = []

    package init() {}

    /// Measures a stretch of speech.
    ///
    /// - Parameters:
    ///   - samples: at 16 kHz, full scale ± 1.
    ///   - start: the place of the first one.
    package mutating func add(_ samples: some Collection<Float>, from start: Int) {
        let halved = Self.halved(Array(samples))
        let (shortest, longest) = (Self.rate / Int(Self.range.upperBound), Self.rate / Int(Self.range.lowerBound))
        let needed = Self.window + longest + 1
        for first in stride(from: 0, through: halved.count - needed, by: Self.step) {
            guard let period = Self.period(in: halved[first..<first + needed], from: shortest, to: longest) else {
                continue
            }
            frames.append(Frame(place: start + 2 * (first + Self.window / 2), hertz: Float(Self.rate) / period))
        }
    }

    /// The median pitch of some stretches in Hz; nil if too little of them is voiced.
    ///
    /// - Parameter ranges: in samples of 16 kHz, in order.
    package func median(in ranges: some Sequence<SampleRange>) -> Double? {
        var found: [Float] = []
        var place = 0
        for range in ranges {
            while place < frames.count, frames[place].place < range.start { place += 1 }
            while place < frames.count, frames[place].place < range.end {
                found.append(frames[place].hertz)
                place += 1
            }
        }
        guard Double(found.count * Self.step) >= Self.leastSeconds * Double(Self.rate) else { return nil }
        return Double(found.sorted()[found.count / 2])
    }

    /// Each sample is the mean of two.
    private static func halved(_ samples: [Float]) -> [Float] {
        samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / 2).map { (samples[2 * $0] + samples[2 * $0 + 1]) / 2 }
        }
    }

    /// The period in samples; nil if the sound has none.
    private static func period(in samples: ArraySlice<Float>, from shortest: Int, to longest: Int) -> Float? {
        samples.withUnsafeBufferPointer { samples in
            var power: Float = 0
            for index in 0..<window { power += samples[index] * samples[index] }
            guard power >= leastPower * Float(window) else { return nil }
            // The difference of each lag, as a share of the mean of the differences up to it.
            var shares = [Float](repeating: 1, count: longest + 2)
            var sum: Float = 0
            for lag in 1...longest + 1 {
                var difference: Float = 0
                for index in 0..<window {
                    let step = samples[index] - samples[index + lag]
                    difference += step * step
                }
                sum += difference
                shares[lag] = sum > 0 ? difference * Float(lag) / sum : 1
            }
            guard var lag = (shortest...longest).first(where: { shares[$0] < threshold }) else { return nil }
            while lag < longest, shares[lag + 1] < shares[lag] { lag += 1 }
            // The lowest point of a parabola through three values.
            let (before, here, after) = (shares[lag - 1], shares[lag], shares[lag + 1])
            let bend = before - 2 * here + after
            return Float(lag) + (bend > 0 ? (before - after) / (2 * bend) : 0)
        }
    }
}
