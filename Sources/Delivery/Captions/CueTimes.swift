internal import Audio
internal import Conversations
internal import Providers

/// The milliseconds in which an utterance's voice is heard.
struct Span {
    var start: Int
    var end: Int

    init(_ utterance: Utterance) {
        start = Milliseconds.of(samples: max(0, utterance.speech.start))
        end = max(start, Milliseconds.of(samples: max(0, utterance.speech.end)))
    }

    /// The minimum number of captions, so that none lasts over 7 s.
    var minimumParts: Int { max(1, (end - start + CaptionLimits.longest - 1) / CaptionLimits.longest) }

    /// The maximum number of captions without flicker: each lasts a second and a half.
    var comfortableParts: Int { (end - start) / 1_500 }

    /// The columns of a text that are said in a second.
    func columnsOfASecond(_ text: CaptionText) -> Int {
        (text.columnsBefore.last ?? 0) * CaptionLimits.brief / max(1, end - start)
    }

    /// The start of each part, and the end of the last one: one more time than there are parts. Every part gets at least the
    /// shortest time, and a second if the span is long enough for that. If the span is too short for the shortest times, it is
    /// extended.
    func times(of parts: [Range<Int>], in text: CaptionText, words: WordTimes?) -> [Int] {
        let count = parts.count
        let end = max(self.end, start + count * CaptionLimits.shortest)
        let least = max(
            CaptionLimits.shortest, min(CaptionLimits.brief + CaptionLimits.gap, (end - start) / max(1, count)))
        let letters = text.lettersBefore.last ?? 0
        let columns = max(1, text.columnsBefore.last ?? 1)
        var times = parts.map { part in
            words?.time(afterLetters: text.lettersBefore[part.lowerBound], of: letters)
                ?? start + (end - start) * text.columnsBefore[part.lowerBound] / columns
        }
        times.append(end)
        if let first = times.indices.first { times[first] = start }
        for index in 1..<max(1, count) { times[index] = max(times[index], times[index - 1] + least) }
        for index in stride(from: count - 1, to: 0, by: -1) {
            times[index] = min(times[index], times[index + 1] - least)
        }
        return times
    }
}

/// The word times of the recognition. They are found by the number of letters before a place in the text. Words and text may
/// differ in punctuation and spaces, but not in letters.
struct WordTimes {
    private var lettersThrough: [Int] = []
    private var words: [(start: Int, end: Int)] = []

    /// Returns nil if there are no times, or if they are not in order.
    init?(_ words: [Recognition.Word], in utterance: Utterance) {
        guard !words.isEmpty else { return nil }
        let offset = Milliseconds.of(samples: max(0, utterance.range.start))
        var letters = 0
        for word in words {
            let start = offset + Milliseconds.of(seconds: word.start)
            let end = offset + Milliseconds.of(seconds: word.end)
            guard start <= end, start >= self.words.last?.start ?? 0 else { return nil }
            letters += word.text.count { $0.isLetter || $0.isNumber }
            lettersThrough.append(letters)
            self.words.append((start, end))
        }
    }

    /// The middle of the pause between the two words at this place, or nil if words and text do not correspond.
    func time(afterLetters letters: Int, of total: Int) -> Int? {
        guard let all = lettersThrough.last, all > 0, abs(all - total) * 10 <= total else { return nil }
        guard letters > 0 else { return words.first?.start }
        let scaled = total == all ? letters : letters * all / max(1, total)
        guard let index = lettersThrough.firstIndex(where: { $0 >= scaled }), index + 1 < words.count else {
            return words.last?.end
        }
        return (words[index].end + max(words[index].end, words[index + 1].start)) / 2
    }
}
