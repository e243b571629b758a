internal import Providers

/// What a speech translator has made of an utterance in one call. The stages do what is missing in it.
struct Interpretation: Sendable {
    /// What was said, and the verdict of the guards.
    var recognized: Recognized?
    var translation: BatchedLine?
    /// The spoken translation.
    var speech: StoredSpeech?
    /// Why there is no translation; nil if the engine was not called. Then the other translators are called.
    var refusal: ProviderError?

    /// The speech of a translation; nil if another one was chosen, which the engine has not spoken.
    func speech(of translation: Translation) -> StoredSpeech? {
        translation.text == self.translation?.translation.text ? speech : nil
    }
}
