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

    /// The texts that a user has written; nil if none. What was said in a conversation with given words is a part of its input.
    func writtenTexts(in conversation: Conversation) -> WrittenTexts? {
        let recognizer = timings.first { $0.stage == .recognition }?.provider
        let isSource = !conversation.kind.isGiven && recognizer == GivenText().descriptor.name
        return WrittenTexts(
            source: isSource ? recognition?.text : nil,
            translation: translation.flatMap { $0.isCorrected ? $0.text : nil })
    }

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
