internal import Audio
internal import Conversations
internal import Language
internal import Providers

/// The data of an utterance's events for the listener.
struct UtteranceReport: Sendable {
    private let utterance: Utterance
    /// The speaker, as far as that is known.
    var speaker: Speaker
    /// Names of the guards that found something.
    var flags: [String]
    /// Names of the guards that refused the translator's first answer, if another took its place.
    var refused: [String] = []
    /// The texts, as far as they are known.
    private(set) var texts: UtteranceRecord

    /// The data that is known before this run does anything.
    init(of work: UtteranceWork) {
        utterance = work.utterance
        speaker = work.record?.speaker ?? work.utterance.speaker
        flags = work.record?.recognitionFlags.map(\.name) ?? []
        texts = work.record ?? UtteranceRecord(utterance: work.utterance)
        texts.outcome = .pending
    }

    /// Takes what was recognized, and how it is translated.
    ///
    /// - Parameter correction: the text with the terms of the glossary, if they replaced a part of it.
    mutating func take(_ direction: ResolvedDirection, _ correction: CorrectedText?) {
        (flags, speaker) = (direction.flags.map(\.name), direction.speaker)
        (texts.recognition, texts.recognitionFlags) = (direction.recognition, direction.flags)
        texts.heardDirection = direction.heard ?? texts.heardDirection
        texts.correction = correction
    }

    mutating func take(_ translation: Translation) { texts.translation = translation }

    /// The texts of an utterance that ends in this way.
    func texts(_ outcome: Outcome) -> UtteranceRecord {
        var texts = texts
        texts.outcome = outcome
        return texts
    }

    /// - Parameters:
    ///   - recognition: the recognition with the terms of the glossary.
    ///   - person: the person that speaks; nil if that is not known.
    static func recognized(
        _ recognition: Recognition, _ direction: ResolvedDirection, _ utterance: Utterance, person: Int?
    ) -> Event.Body {
        let pair = utterance.direction.pair
        // A recognizer that does not say what was heard has been asked for these two.
        let third = recognition.language == pair.from || recognition.language == pair.to ? nil : recognition.language
        let heard = direction.recognition.text
        var event = Event.Recognized(
            utterance: utterance.sequence, speaker: direction.speaker, start: utterance.speech.startSeconds,
            end: utterance.speech.endSeconds, language: direction.pair?.source ?? third.map { LanguageTag($0) },
            text: recognition.text, confidence: recognition.confidence)
        event.person = person
        event.heard = heard == recognition.text ? nil : heard
        event.directionReason = direction.reason
        event.directionConfidence = direction.confidence
        let doubts = direction.flags.doubts
        event.doubts = doubts.isEmpty ? nil : doubts
        return .recognized(event)
    }

    func finished(_ outcome: Outcome) -> Event.Body {
        let reason: String? =
            switch outcome {
            case .dropped(let reason): reason
            case .failed(let failure): failure.sentence
            case .pending, .spoken, .textOnly: nil
            }
        var event = Event.UtteranceFinished(
            utterance: utterance.sequence, speaker: speaker, start: utterance.speech.startSeconds,
            end: utterance.speech.endSeconds, outcome: outcome.name, reason: reason)
        event.flags = flags.isEmpty ? nil : flags
        event.refused = refused.isEmpty ? nil : refused
        return .utteranceFinished(event)
    }
}
