internal import Foundation
internal import Providers

/// The recognizer itself is unsure of the words: laughter or two languages in one sentence, written as a sentence.
///
/// The limits were measured with Whisper base. Of 51 recordings of speech, two were below one of them, and the text of both was
/// wrong. Of 24 utterances that joined two languages, ten were.
struct UnsureGuard: RecognitionGuard {
    static let flag = "unsure"
    let name = UnsureGuard.flag

    /// Words in a row, and the mean of their confidence below which they are in doubt.
    private static let run = 6
    private static let least = 0.4

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        let recognition = heard.recognition
        // Then `no-speech` reports both.
        guard !recognition.text.isEmpty, recognition.signals?.noSpeech.map({ $0 <= NoSpeechGuard.limit }) ?? true else {
            return nil
        }
        let share = recognition.signals?.meanLogProbability.map { exp($0) }
        if let share = heard.isUnsure ? share : recognition.confidence.flatMap({ $0 < 0.3 ? $0 : nil }) {
            return finding("the recognizer is sure of the words by \(percent(share))", heard.excerpt, heard)
        }
        guard let (words, mean) = weakest(recognition.words), mean < Self.least else { return nil }
        return finding("the recognizer is sure of these words by \(percent(mean))", words, heard)
    }

    /// It decides nothing alone: the text is kept and marked. Only with two doubts it counts like a hint of the recognizer.
    private func finding(_ reason: String, _ evidence: String, _ heard: HeardAnswer) -> RecognitionFinding {
        let isHint = heard.recognizerDoubts >= 2 && heard.recognition.signals?.noSpeech != nil
        return RecognitionFinding(name: name, weight: isHint ? .hint : .remark, reason: reason, evidence: [evidence])
    }

    /// The run of words with the lowest mean confidence; nil if there are too few, or the recognizer reports none.
    private func weakest(_ words: [Recognition.Word]) -> (text: String, mean: Double)? {
        let values = words.compactMap(\.confidence)
        guard values.count == words.count, values.count >= Self.run else { return nil }
        var sum = values.prefix(Self.run).reduce(0, +)
        var (least, place) = (sum, 0)
        for end in values.indices.dropFirst(Self.run) {
            sum += values[end] - values[end - Self.run]
            if sum < least { (least, place) = (sum, end - Self.run + 1) }
        }
        let text = words[place..<place + Self.run].map(\.text).joined(separator: " ")
        return (text, least / Double(Self.run))
    }

    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
