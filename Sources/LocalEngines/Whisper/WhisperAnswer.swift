internal import Foundation
internal import Language
internal import Providers

/// The request to the worker for one utterance.
struct WhisperQuestion: Encodable, Sendable {
    /// Whisper's code of the language; nil if the worker chooses among ``among``.
    var language: String?
    var among: [String]?
    var task = "transcribe"
    var words = true
    var beam = 1
    var prompt: String?
}

/// The worker's answer for one utterance. Times are seconds of the utterance.
struct WhisperAnswer: Decodable, Sendable {
    struct Word: Decodable, Sendable {
        var text: String
        var start: Double
        var end: Double
        var probability: Double
    }

    struct Segment: Decodable, Sendable {
        var start: Double
        var end: Double
        var text: String
        /// The mean natural logarithm of the tokens' probabilities.
        var logProbability: Double
        var noSpeech: Double
        var compression: Double
        var words: [Word]

        private enum CodingKeys: String, CodingKey {
            case start, end, text, words, compression
            case logProbability = "log_probability"
            case noSpeech = "no_speech"
        }
    }

    var language: String
    /// The probability of each language in question; nil if the language was given.
    var probabilities: [String: Double]?
    var segments: [Segment]
    /// Whether a part was left out because the decoder repeated itself.
    var looped: Bool

    /// - Parameters:
    ///   - language: the language that was requested, or the likeliest one.
    ///   - seconds: the utterance's length.
    func recognition(language: LanguageCode, seconds: Double) -> Recognition {
        let words = segments.flatMap(\.words).compactMap { word -> Recognition.Word? in
            let text = word.text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !text.isEmpty else { return nil }
            let start = min(max(0, word.start), seconds)
            return Recognition.Word(
                text: text, start: start, end: min(max(start, word.end), seconds),
                confidence: min(max(0, word.probability), 1))
        }
        let spoken = LanguageCode(spokenCode: self.language) ?? language
        // Segments count by their length, as in the reference program's sum over tokens.
        let weights = segments.map { Double(max(1, $0.text.utf8.count)) }
        let sum = zip(segments, weights).reduce(0) { $0 + $1.0.logProbability * $1.1 }
        let mean = segments.isEmpty ? nil : min(0, sum / weights.reduce(0, +))
        return Recognition(
            text: text(in: spoken), language: spoken, confidence: mean.map(exp),
            words: words,
            signals: RecognitionSignals(
                noSpeech: segments.map(\.noSpeech).min(), meanLogProbability: mean,
                compressionRatio: segments.map(\.compression).max(), language: self.language,
                languageProbability: probabilities?[self.language], heardUntil: segments.map(\.end).max()),
            usage: Usage(audioSeconds: seconds))
    }

    /// The whole text, in the language in which it is written.
    func text(in language: LanguageCode) -> String {
        MissingBlanks.joined(segments.map(\.text), in: language).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
