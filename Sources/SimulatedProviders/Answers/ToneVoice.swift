/// A voice without words: a saw-tooth tone for each word with a pause after it.
///
/// It is cheap to make, has −12 dBFS and no clicks, and is long enough to exercise everything behind a synthesizer.
struct ToneVoice {
    static let sampleRate = 16_000

    enum Pitch: String, CaseIterable {
        case low, high

        /// Hz of the lowest word. Words are up to 59 Hz higher.
        fileprivate var lowest: Int { self == .low ? 90 : 180 }
        /// Hz.
        var median: Double { Double(lowest) + 29.5 }
    }

    private static let amplitude = 8_000
    private static let pause = sampleRate * 60 / 1_000
    private let pitch: Pitch
    private let seed: UInt64

    init(_ pitch: Pitch, seed: UInt64) {
        self.pitch = pitch
        self.seed = seed
    }

    /// - Returns: no samples for a text without letters and digits.
    func speak(_ text: String) -> [Int16] {
        var samples: [Int16] = []
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let length = Self.sampleRate / 1_000 * max(120, word.reduce(0) { $0 + Self.milliseconds($1) })
            let period = Self.period(pitch, StableHash(seed).with(String(word)))
            samples.reserveCapacity(samples.count + length + period.count + Self.pause)
            for _ in 0..<max(1, length / period.count) { samples.append(contentsOf: period) }
            samples.append(contentsOf: repeatElement(0, count: Self.pause))
        }
        return samples
    }

    /// The length of a syllable for a character that stands for one, the length of a letter for any other.
    private static func milliseconds(_ character: Character) -> Int {
        guard !character.isNumber else { return 250 }
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x3040 else { return 60 }
        return 180
    }

    /// One period, which begins and ends near zero.
    private static func period(_ pitch: Pitch, _ word: StableHash) -> [Int16] {
        let hertz = pitch.lowest + word.index(below: 60)
        let length = sampleRate / hertz
        return (0..<length).map { index in
            let phase = (index + length / 2) % length
            return Int16(clamping: 2 * amplitude * phase / length - amplitude)
        }
    }
}
