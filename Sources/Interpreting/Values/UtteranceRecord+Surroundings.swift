internal import Audio
internal import Conversations
internal import Language
internal import Providers

extension UtteranceRecord {
    /// Whether a correction of another utterance may affect it: it has a translation that no user has written, or still needs
    /// one.
    var isToBeRedone: Bool { translation.map { !$0.isCorrected } ?? !outcome.isFinal }

    /// Whether a user has corrected its direction.
    var isCorrected: Bool { heardDirection?.reason == .corrected }

    /// The context pair for later translations; nil if the utterance was not translated.
    var contextPair: ContextPair? {
        guard let translation, let saidText else { return nil }
        return ContextPair(speaker: speaker.rawValue, source: saidText, translation: translation.text)
    }

    /// The text for earlier translations and for its batch, if the utterance stays unchanged. Nil if there is nothing to
    /// translate.
    var sourceText: SourceText? {
        guard outcome.dropReason == nil, !isOutside, let saidText, recognition.map(utterance.hasWords) ?? false else {
            return nil
        }
        return SourceText(
            speaker: speaker.rawValue, text: saidText, pair: pair, start: utterance.speech.start,
            isToBeTranslated: false)
    }
}
