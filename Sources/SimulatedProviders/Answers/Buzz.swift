/// A voice that says nothing: a saw-tooth tone per word with a pause after it. Cheap to make, at −12 dBFS, without clicks,
/// and long enough for everything behind a synthesizer to be exercised.
struct Buzz {
    static let sampleRate = 16_000

    enum Pitch: String, CaseIterable {
        case low, high
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

    /// A syllable's worth for characters that stand for one, a letter's for others.
    private static func milliseconds(_ character: Character) -> Int {
        guard !character.isNumber else { return 250 }
        guard let scalar = character.unicodeScalars.first, scalar.value >= 0x3040 else { return 60 }
        return 180
    }

    /// One period, which begins and ends near zero.
    private static func period(_ pitch: Pitch, _ word: StableHash) -> [Int16] {
        let hertz = (pitch == .low ? 90 : 180) + word.index(below: 60)
        let length = sampleRate / hertz
        return (0..<length).map { index in
            let phase = (index + length / 2) % length
            return Int16(clamping: 2 * amplitude * phase / length - amplitude)
        }
    }
}
