internal import Conversations
internal import Language
internal import Providers

/// The glossary and the form of address of a conversation, ready for both of its directions.
struct ConversationTerms: Sendable {
    private let directed: [LanguagePair: DirectedGlossary]
    private let formality: Formality?

    init(_ settings: ConversationSettings) {
        formality = settings.wording.formality
        guard let glossary = settings.wording.glossary, !glossary.isEmpty else {
            directed = [:]
            return
        }
        let pair = settings.pair
        let both = [pair, pair.reversed].map { ($0, DirectedGlossary(glossary, for: $0, in: pair)) }
        directed = Dictionary(uniqueKeysWithValues: both)
    }

    /// The terms that are in a text, in their order.
    func terms(in text: String, _ pair: LanguagePair) -> [GlossaryTerm] { directed[pair]?.terms(in: text) ?? [] }

    /// The text with misrecognized terms replaced; nil if there are none.
    func corrected(_ text: String, _ pair: LanguagePair) -> CorrectedText? { directed[pair]?.corrected(text) }

    /// The form of address for a translator. Nil if the translator has no such instruction, so that its finished work is valid for
    /// every form.
    func formality(into language: LanguageCode, by translator: any Translator) -> Formality? {
        translator.capabilities.addressedLanguages.contains(language) ? formality : nil
    }
}
