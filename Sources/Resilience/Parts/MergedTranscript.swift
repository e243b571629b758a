internal import Audio
internal import Language
internal import Providers

/// The joined answers to an utterance's parts: every word once, on the utterance's clock.
struct MergedTranscript {
    private var tokens: [TranscriptToken] = []
    private var words: [Recognition.Word] = []
    /// Where the tokens and the words of the previous part begin.
    private var latest = (token: 0, word: 0)

    /// - Parameters:
    ///   - parts: in order, each with its answer.
    ///   - language: the language that the recognizer was asked for; used if no part has words.
    static func recognition(_ parts: [(part: AudioPart, answer: Recognition)], language: LanguageCode) -> Recognition {
        let language = majority(parts.map(\.answer)) ?? language
        let unspaced = language.isWrittenWithoutSpaces
        var merged = MergedTranscript()
        var usage = Usage()
        for (part, answer) in parts {
            merged.append(answer.shifted(by: part.range.startSeconds), overlap: part.overlap, unspaced: unspaced)
            usage = usage.adding(answer.usage)
        }
        return Recognition(
            text: TranscriptTokens.joined(merged.tokens, unspaced: unspaced), language: language,
            confidence: confidence(parts), words: merged.words, usage: usage)
    }

    private mutating func append(_ answer: Recognition, overlap: SampleRange?, unspaced: Bool) {
        var new = TranscriptTokens.of(answer, unspaced: unspaced)
        var newWords = answer.words
        let before = tokens[latest.token...]
        if let overlap, !before.isEmpty, !new.isEmpty {
            let seam = TranscriptSeam(Array(before), new, overlap: overlap, unspaced: unspaced)
            if let pair = seam.pair {
                join(at: latest.token + pair.first, &new, pair.second, &newWords)
            } else {
                divide(at: (overlap.startSeconds + overlap.endSeconds) / 2, &new, &newWords)
            }
        }
        latest = (tokens.count, words.count)
        let offset = words.count - (answer.words.count - newWords.count)
        for index in new.indices { new[index].word = new[index].word.map { $0 + offset } }
        tokens += new
        // The times of two hearings of a word may differ a little.
        let last = words.last?.start ?? 0
        words += newWords.map { word in
            var word = word
            word.start = max(word.start, last)
            word.end = max(word.end, word.start)
            return word
        }
    }

    /// Ends the tokens so far with one token, and begins the new ones after its counterpart.
    private mutating func join(
        at last: Int, _ new: inout [TranscriptToken], _ same: Int, _ newWords: inout [Recognition.Word]
    ) {
        // The first part has heard all of its letters, and the second one all of what follows them.
        tokens[last].text = String(tokens[last].parts.stem + new[same].parts.tail)
        if let word = tokens[last].word, let other = new[same].word {
            words.removeSubrange((word + 1)...)
            newWords.removeFirst(other + 1)
        } else if let time = tokens[last].time ?? new[same].time {
            divideWords(at: time, &newWords)
        }
        tokens.removeSubrange((last + 1)...)
        new.removeFirst(same + 1)
    }

    /// Keeps the earlier tokens that lie before a moment, and the new ones that lie after it. If there are no times, nothing is
    /// left out: a word too many is better than one too few.
    private mutating func divide(
        at time: Double, _ new: inout [TranscriptToken], _ newWords: inout [Recognition.Word]
    ) {
        let kept = tokens[latest.token...].lastIndex { $0.time.map { $0 <= time } ?? true }
        tokens.removeSubrange((kept ?? latest.token - 1) + 1..<tokens.count)
        new.removeFirst(new.firstIndex { $0.time.map { $0 > time } ?? true } ?? new.count)
        divideWords(at: time, &newWords)
    }

    private mutating func divideWords(at time: Double, _ newWords: inout [Recognition.Word]) {
        while words.count > latest.word, let last = words.last, (last.start + last.end) / 2 > time {
            words.removeLast()
        }
        newWords.removeFirst(newWords.firstIndex { ($0.start + $0.end) / 2 > time } ?? newWords.count)
    }

    /// The language that most of the text is in; nil if there is no text.
    private static func majority(_ answers: [Recognition]) -> LanguageCode? {
        let spoken = answers.filter { !$0.text.isEmpty }
        let letters = Dictionary(grouping: spoken, by: \.language).mapValues { $0.reduce(0) { $0 + $1.text.count } }
        // In the order in which they were heard, so that of two languages with equal counts the first one wins.
        return spoken.map(\.language).reduce(nil) { best, language in
            guard let best, letters[best, default: 0] >= letters[language, default: 0] else { return language }
            return best
        }
    }

    /// The mean of the parts' confidences, weighted by their lengths.
    private static func confidence(_ parts: [(part: AudioPart, answer: Recognition)]) -> Double? {
        var (sum, seconds) = (0.0, 0.0)
        for (part, answer) in parts {
            guard let confidence = answer.confidence else { continue }
            sum += confidence * part.range.seconds
            seconds += part.range.seconds
        }
        return seconds > 0 ? min(1, max(0, sum / seconds)) : nil
    }
}

extension Recognition {
    /// The recognition with its words' times on another clock.
    fileprivate func shifted(by seconds: Double) -> Recognition {
        var answer = self
        for index in answer.words.indices {
            answer.words[index].start += seconds
            answer.words[index].end += seconds
        }
        return answer
    }
}
