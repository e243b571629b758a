internal import Conversations
internal import Language
internal import Providers

extension UtteranceRecord {
    /// Whether there is a translation that may have been shown another utterance, or one is still to be made.
    var isToBeRedone: Bool { translation != nil || !outcome.isFinal }

    /// Whether somebody has said which way it goes.
    var isCorrected: Bool { heardDirection?.reason == .corrected }

    /// What those who are translated later are shown of it; nil where it was not translated.
    var contextPair: ContextPair? {
        guard let translation, let saidText else { return nil }
        return ContextPair(speaker: speaker.rawValue, source: saidText, translation: translation.text)
    }

    /// What those who are translated before it or with it are shown of it, where it is left as it is; nil where nothing is to
    /// be translated.
    var sourceText: SourceText? {
        guard outcome.dropReason == nil, !isOutside, let saidText, recognition.map(utterance.hasWords) ?? false else {
            return nil
        }
        return SourceText(speaker: speaker.rawValue, text: saidText, pair: pair, isToBeTranslated: false)
    }
}
