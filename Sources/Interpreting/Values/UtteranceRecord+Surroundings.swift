internal import Conversations
internal import Language
internal import Providers

extension UtteranceRecord {
    /// Whether it has a translation, which may have been shown another utterance, or still needs one.
    var isToBeRedone: Bool { translation != nil || !outcome.isFinal }

    /// Whether a user has corrected its direction.
    var isCorrected: Bool { heardDirection?.reason == .corrected }

    /// The pair that later translations are shown of it; nil if it was not translated.
    var contextPair: ContextPair? {
        guard let translation, let saidText else { return nil }
        return ContextPair(speaker: speaker.rawValue, source: saidText, translation: translation.text)
    }

    /// The text that translations before it, or in its batch, are shown of it, if it is left as it is; nil if it has nothing to
    /// translate.
    var sourceText: SourceText? {
        guard outcome.dropReason == nil, !isOutside, let saidText, recognition.map(utterance.hasWords) ?? false else {
            return nil
        }
        return SourceText(speaker: speaker.rawValue, text: saidText, pair: pair, isToBeTranslated: false)
    }
}
