internal import Conversations
internal import Language
internal import Providers

/// The input of a translation.
struct TranslationInput: Sendable {
    var recognition: Recognition
    var speaker: Speaker
    var pair: LanguagePair
    /// The text that is said next.
    var later: [LaterLine] = []
    /// Its translation, if that came in a batch.
    var batched: BatchedLine?
    /// Why the preferred translator need not be asked: its provider, or the run, has no credit for the whole batch.
    var refusal: ProviderError?
}
