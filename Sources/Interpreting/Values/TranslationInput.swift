internal import Conversations
internal import Language
internal import Providers

/// What is to be translated.
struct TranslationInput: Sendable {
    var recognition: Recognition
    var speaker: Speaker
    var pair: LanguagePair
    /// What is said next.
    var later: [LaterLine] = []
    /// Its translation, if that came with those of others.
    var batched: BatchedLine?
    /// Why the wanted translator need not be asked: for all of its batch together it has no credit, or the run has not.
    var refusal: ProviderError?
}
