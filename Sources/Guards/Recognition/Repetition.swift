/// Finds what a text repeats.
enum Repetition {
    /// Words that repeat those before them.
    struct Run: Sendable, Hashable {
        /// All repeated words, from the first time on.
        var words: Range<Int>
        /// How many words one repetition has.
        var period: Int
        var times: Int
        /// The letters of all of them.
        var letters: Int
    }

    /// The longest repetition that is looked for, about a long sentence: in words, or in characters of scripts without spaces.
    private static let longestPeriod = (words: 30, characters: 60)

    /// The run with the most letters; of equal ones the one with the shortest period. Nil if nothing is said three times in a
    /// row.
    static func longest(in text: HeardText) -> Run? {
        let words = text.words
        var best: Run?
        let limit = text.isUnspaced ? longestPeriod.characters : longestPeriod.words
        for period in 1...limit where words.count >= 3 * period {
            var equal = 0
            for index in period...words.count {
                if index < words.count, words[index].hash == words[index - period].hash {
                    equal += 1
                    continue
                }
                let times = equal / period + 1
                if times >= 3 {
                    let start = index - equal - period
                    let end = start + times * period
                    let letters = words[end - 1].letters.upperBound - words[start].letters.lowerBound
                    if letters > (best?.letters ?? 0) {
                        best = Run(words: start..<end, period: period, times: times, letters: letters)
                    }
                }
                equal = 0
            }
        }
        return best
    }

    /// The text of one repetition.
    static func period(of run: Run, in text: HeardText) -> Substring {
        let words = text.words
        let (first, last) = (run.words.lowerBound, run.words.lowerBound + run.period - 1)
        return text.text[words[first].range.lowerBound..<words[last].range.upperBound]
    }

    /// The text with each repetition reduced to one.
    static func once(_ run: Run, in text: HeardText) -> String {
        let words = text.words
        let kept = words[run.words.lowerBound + run.period - 1].range.upperBound
        let next = words[run.words.upperBound - 1].range.upperBound
        return String(text.text[..<kept] + text.text[next...])
    }

    /// Hashes in an open table: a set of the standard library hashes them again, which takes longer than all the rest.
    private struct StretchSet {
        private var slots: [UInt64]
        private(set) var count = 0

        init(capacity: Int) {
            var size = 64
            while size < 2 * capacity { size *= 2 }
            slots = [UInt64](repeating: 0, count: size)
        }

        mutating func insert(_ hash: UInt64) {
            // 0 is an empty slot.
            let hash = hash | 1
            var slot = Int(truncatingIfNeeded: hash >> 20) & (slots.count - 1)
            while slots[slot] != 0 {
                if slots[slot] == hash { return }
                slot = (slot + 1) & (slots.count - 1)
            }
            slots[slot] = hash
            count += 1
        }
    }

    /// How often each stretch of twelve letters occurs on average (of six for syllables); nil for texts too short to tell. It
    /// replaces Whisper's compression ratio, which takes every Hindi text for a loop because it counts bytes.
    static func occurrences(in text: HeardText) -> Double? {
        let letters = text.letters
        let isDense = text.syllables * 2 > letters.count
        let (width, least) = isDense ? (6, 60) : (12, 120)
        guard letters.count >= least else { return nil }
        let count = letters.count - width + 1
        var seen = StretchSet(capacity: count)
        // A rolling sum of powers, so that each stretch takes one step.
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        var power: UInt64 = 1
        for _ in 1..<width { power = power &* factor }
        var hash: UInt64 = 0
        for index in letters.indices {
            if index >= width { hash = hash &- UInt64(letters[index - width]) &* power }
            hash = hash &* factor &+ UInt64(letters[index])
            if index >= width - 1 { seen.insert(hash) }
        }
        return Double(count) / Double(seen.count)
    }
}
