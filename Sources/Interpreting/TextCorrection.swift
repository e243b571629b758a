package import Conversations
internal import Language
package import Plumbing
internal import Providers
internal import Resilience

/// A user's correction of the text of an utterance. Only this utterance is translated and spoken again.
///
/// Its former answers stay finished work. So if the user restores the former text, its translation is found again. Translations
/// that got the former text as context are not repeated.
package struct TextCorrection: Sendable {
    /// The utterance with its results.
    package let record: UtteranceRecord
    /// The text, in the language in which the utterance was said.
    package let text: String

    /// - Throws: `Problem` of kind `usage`, code `utterance.outside`, if the utterance is in neither language.
    package init(of record: UtteranceRecord, as text: String) throws(Problem) {
        guard !record.isOutside else {
            throw Problem(
                .usage, "utterance.outside", "the utterance is in neither of the two languages",
                cure: "say first who spoke, by flipping it to user or other")
        }
        self.record = record
        self.text = text
    }

    /// Whether the utterance already has the text, and all of its work is done.
    package var changesNothing: Bool {
        [.spoken, .textOnly].contains(record.outcome) && record.saidText == text
    }

    /// Checks that the engines can translate and speak the new text.
    ///
    /// - Throws: `Problem` of kind `usage`: `translator.hears`, or an engine that does not know the languages.
    package func check(_ providers: ProviderSet) throws(Problem) {
        guard !providers.translates || !providers.translators.first.capabilities.hearsSpeech else {
            throw Problem(
                .usage, "translator.hears", "\(providers.translators.first.descriptor.name) translates the sound",
                cure: "use a translator that translates texts")
        }
        try providers.check(record.pair, hears: false)
    }

    /// What is stored before the first call, in addition to ``event``.
    func changes(_ keys: ContentKeys) -> [StoreChange] {
        let given = Recognition(text: text, language: record.knownLanguage ?? record.pair.from)
        return [
            .reopened(record.utterance.id, from: .recognition),
            GivenText.answer(of: record.utterance, given, keys: keys),
        ]
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
