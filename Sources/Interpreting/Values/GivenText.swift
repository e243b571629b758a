internal import Audio
internal import Conversations
internal import Language
package import Providers

/// The recognizer of conversations with given words. Each utterance comes with its text, so it is never asked.
package struct GivenText: SpeechRecognizer {
    /// The container of written conversations.
    package static let container = "text"

    package let descriptor = ProviderDescriptor(name: "text", model: "given")
    package let capabilities = RecognizerCapabilities(languages: Set(LanguageCode.known)) {
        $0.isDeterministic = true
        $0.detectsLanguage = true
    }
    package let isPlaceholder = true

    package init() {}

    package func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        throw ProviderError(
            .unsupported, stage: .recognition, provider: descriptor.name,
            "a conversation whose words are given has no audio to be recognized")
    }

    /// The changes that store an utterance and its text.
    static func changes(for utterance: Utterance, _ given: Recognition, keys: ContentKeys) -> [StoreChange] {
        [.utterance(utterance, audio: nil), answer(of: utterance, given, keys: keys)]
    }

    /// The change that makes the text the utterance's recognition.
    static func answer(of utterance: Utterance, _ given: Recognition, keys: ContentKeys) -> StoreChange {
        let provider = GivenText().descriptor
        var hash = ContentHash()
        hash.update(given.text.utf8)
        let key = keys.recognition(audioHash: hash.hexadecimal(), language: given.language, provider: provider)
        let timing = StageTiming(
            stage: .recognition, queuedMilliseconds: 0, firstPartialMilliseconds: nil, totalMilliseconds: 0,
            reused: true, provider: provider.name, model: provider.model)
        return .answered(utterance.id, key, .recognition(given), timing)
    }

    /// The change that makes a text that a user has written the utterance's translation.
    static func translation(
        _ text: String, of utterance: UtteranceID, in tag: LanguageTag, keys: ContentKeys
    ) -> StoreChange {
        let provider = GivenText().descriptor
        let given = Translation(text: text, tag: tag, notes: [Translation.correctedNote])
        let timing = StageTiming(
            stage: .translation, queuedMilliseconds: 0, firstPartialMilliseconds: nil, totalMilliseconds: 0,
            reused: true, provider: provider.name, model: provider.model)
        return .answered(utterance, keys.translation(given: text, in: tag), .translation(given), timing)
    }
}
