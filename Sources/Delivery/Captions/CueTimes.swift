internal import Audio
internal import Captions
internal import Conversations
internal import Providers

extension CueSpan {
    /// The time in which an utterance's voice is heard.
    init(_ utterance: Utterance, _ profile: CaptionProfile) {
        self.init(
            start: Milliseconds.of(samples: max(0, utterance.speech.start)),
            end: Milliseconds.of(samples: max(0, utterance.speech.end)), profile: profile)
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

    /// When the word begins that follows so many letters, or nil if words and text do not correspond.
    func start(afterLetters letters: Int, of total: Int) -> Int? {
        guard let all = lettersThrough.last, all > 0, abs(all - total) * 10 <= total else { return nil }
        let scaled = total == all ? letters : letters * all / max(1, total)
        return (lettersThrough.firstIndex { $0 > scaled }).map { words[$0].start } ?? words.last?.start
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
