package import Audio
package import Language
package import Providers
package import Resilience

/// Speech and engines outside conversations, for a program.
package protocol SpeechService: Sendable {
    /// Answers questions about recordings and engines.
    var inspection: Inspection { get }

    /// Detects the language of a recording by its first speech. It calls the recognizer only if its calls are free.
    ///
    /// - Parameters:
    ///   - audio: the bytes of a recording of any kind. Their reader stops as soon as it has heard enough.
    ///   - listening: which part and track of it is heard, or the format of its samples.
    ///   - allowance: says whether the recognizer may be called; nil if there are no limits.
    /// - Returns: nil if the recognizer does not detect languages or charges for calls, or if no words were heard.
    /// - Throws: `Problem` of kind `input`, `ProviderError`, or `CancellationError`.
    func language(
        of audio: BytePipe, _ listening: ConversationRequest.Listening, within allowance: (any Allowance)?
    ) async throws -> LanguageTag?

    /// Speaks a text. The speech is not stored.
    ///
    /// - Parameters:
    ///   - voice: nil for the usual voice of the language.
    ///   - allowance: what the call may cost; nil if there is no limit other than that of the settings.
    ///   - heard: takes the speech as it comes; nil if nothing waits for it. After the first of it no other synthesizer is
    ///     called.
    /// - Throws: `Problem`: `synthesizer.none`, `synthesizer.language`, `synthesizer.voice`, `cost.limit`, `phrase.synthesis`.
    func speak(
        _ text: String, in language: LanguageTag, voice: String?, within allowance: (any Allowance)?,
        heard: PartialSink<VoiceAudio>?
    ) async throws -> VoiceAudio

    /// The voices of the first synthesizer, as far as it lists them.
    var voices: [SynthesizerCapabilities.Voice] { get }
}

extension SpeechService {
    /// Like ``speak(_:in:voice:within:heard:)``, with the whole speech at the end.
    package func speak(
        _ text: String, in language: LanguageTag, voice: String?, within allowance: (any Allowance)?
    ) async throws -> VoiceAudio {
        try await speak(text, in: language, voice: voice, within: allowance, heard: nil)
    }
}
