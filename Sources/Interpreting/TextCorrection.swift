package import Conversations
internal import Language
package import Plumbing
internal import Providers
internal import Resilience

/// A user's correction of the texts of an utterance. Only this utterance is translated and spoken again.
///
/// Its former answers stay finished work. So if the user restores the former text, its translation is found again. Translations
/// that got the former texts as context are not repeated. No engine replaces a translation that a user has written, unless the
/// user asks for it. If the direction of the utterance is turned, it is set aside for that direction.
package struct TextCorrection: Sendable {
    /// The utterance with its results.
    package let record: UtteranceRecord
    private let texts: CorrectedTexts

    /// - Throws: `Problem` of kind `usage`: `utterance.outside` if the utterance is in neither language, `utterance.wordless` if
    ///   nothing was said and nothing is given as said.
    package init(of record: UtteranceRecord, as texts: CorrectedTexts) throws(Problem) {
        guard !record.isOutside else {
            throw Problem(
                .usage, "utterance.outside", "the utterance is in neither of the two languages",
                cure: "say first who spoke, by flipping it to user or other")
        }
        guard texts.source != nil || (record.saidText != nil && record.outcome.dropReason == nil) else {
            throw Problem(
                .usage, "utterance.wordless", "utterance \(record.utterance.sequence) has no text to translate",
                cure: "give what was said, too")
        }
        self.record = record
        self.texts = texts
    }

    /// Whether the utterance already has these texts, and all of its work is done.
    package var changesNothing: Bool {
        guard [.spoken, .textOnly].contains(record.outcome), record.saidText == texts.source ?? record.saidText else {
            return false
        }
        let isWritten = record.translation?.isCorrected ?? false
        return switch texts.translation {
        case .follows: true
        case .given(let text): isWritten && record.translation?.text == text
        case .madeAnew: !isWritten
        }
    }

    /// The translation that no engine makes: the one that is given, or the one that a user has written before.
    private var written: String? {
        switch texts.translation {
        case .given(let text): text
        case .follows: record.translation.flatMap { $0.isCorrected ? $0.text : nil }
        case .madeAnew: nil
        }
    }

    /// Checks that the engines can translate and speak the new texts.
    ///
    /// - Throws: `Problem` of kind `usage`: `translator.hears`, `translator.none`, or an engine that does not know the languages.
    package func check(_ providers: ProviderSet) throws(Problem) {
        guard providers.translates || texts.translation == .follows else {
            throw Problem(
                .usage, "translator.none", "the conversation has no translation",
                cure: "translate its recording first")
        }
        guard written != nil || !providers.translates || !providers.translators.first.capabilities.hearsSpeech else {
            throw Problem(
                .usage, "translator.hears", "\(providers.translators.first.descriptor.name) translates the sound",
                cure: "use a translator that translates texts")
        }
        try providers.check(record.pair, hears: false)
    }

    /// What is stored before the first call, in addition to ``event``.
    func changes(_ keys: ContentKeys) -> [StoreChange] {
        let id = record.utterance.id
        var changes: [StoreChange] = [.reopened(id, from: texts.source == nil ? .translation : .recognition)]
        if let source = texts.source {
            let given = Recognition(text: source, language: record.knownLanguage ?? record.pair.from)
            changes.append(GivenText.answer(of: record.utterance, given, keys: keys))
        }
        if let written {
            changes.append(GivenText.translation(written, of: id, in: record.pair.target, keys: keys))
        }
        return changes
    }

    /// The event that announces the correction.
    var event: Event { Event(reopening: record.utterance.id, record.speaker, record.pair, .text) }
}

extension Event {
    /// The event that an utterance is interpreted again.
    init(
        reopening utterance: UtteranceID, _ speaker: Speaker, _ pair: LanguagePair, _ reason: UtteranceReopened.Reason
    ) {
        self.init(
            .utteranceReopened(.init(utterance: utterance.sequence, speaker: speaker, pair: pair, reason: reason)),
            in: utterance.conversation)
    }
}
