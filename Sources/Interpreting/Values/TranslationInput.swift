internal import Conversations
internal import Language
internal import Providers

/// The input of a translation.
struct TranslationInput: Sendable {
    var recognition: Recognition
    var speaker: Speaker
    var pair: LanguagePair
    /// The text of the next utterances.
    var later: [LaterLine] = []
    /// Its translation, if that came in a batch, or with its speech.
    var batched: BatchedLine?
    /// Why the preferred translator is not called: neither the batch nor a single line of it can be paid for, or it has failed to
    /// translate the speech.
    var refusal: ProviderError?
    /// How long its voice may be, in samples of the speech clock. Nil if there is no limit, or if no shorter translation is asked
    /// for.
    var place: Int?
}
