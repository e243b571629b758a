package import Audio
package import Language

/// Translates the speech of one utterance into text and speech of another language at once. A translator that can do this offers
/// it (``Translator/speechTranslator``).
///
/// One call takes the place of a recognition, a translation and a synthesis. It is charged once, as a call of the translation.
/// The rules of ``SpeechRecognizer`` hold here too.
package protocol SpeechTranslator: Provider<SpeechTranslationRequest, String, SpeechTranslation> {
    /// Translates one utterance.
    ///
    /// - Parameter heard: receives what has been understood so far, each time as a whole, if the engine says it.
    /// - Throws: ``ProviderError`` of stage `translation`, or `CancellationError`. An answer without words is no failure: it means
    ///   that no words were heard.
    func interpret(
        _ request: SpeechTranslationRequest, heard: PartialSink<String>
    ) async throws -> SpeechTranslation
}

extension SpeechTranslator {
    package var stage: Stage { .translation }

    package func answer(
        _ request: SpeechTranslationRequest, partial: PartialSink<String>
    ) async throws -> SpeechTranslation {
        try await interpret(request, heard: partial)
    }
}

/// The request for the translation of an utterance's speech into speech.
package struct SpeechTranslationRequest: ProviderRequest {
    package var speech: UtteranceSpeech
    /// The language spoken, and the one translated into. Both are known beforehand.
    package var pair: LanguagePair
    package var context: CallContext

    package init(speech: UtteranceSpeech, pair: LanguagePair, context: CallContext) {
        self.speech = speech
        self.pair = pair
        self.context = context
    }
}

/// The answer of a speech translator.
package struct SpeechTranslation: Sendable, Hashable {
    /// What was said, in its own language; nil if the engine does not say it. Then a recognizer is called for it.
    package var source: String?
    /// The translation; empty if no words were heard.
    package var text: String
    /// The whole spoken translation; nil if there is none. Then a synthesizer speaks the text.
    package var speech: VoiceAudio?
    /// The name of the voice, as it is shown to users.
    package var voice: String
    /// What the whole call has consumed.
    package var usage: Usage

    package init(source: String?, text: String, speech: VoiceAudio?, voice: String, usage: Usage = Usage()) {
        self.source = source
        self.text = text
        self.speech = speech
        self.voice = voice
        self.usage = usage
    }
}
