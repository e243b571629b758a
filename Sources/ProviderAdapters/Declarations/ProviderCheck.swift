package import Audio
package import Language
package import Plumbing
package import Providers

/// One small real call to a provider, which shows whether it answers.
package struct ProviderCheck: Sendable {
    /// The result, in words for a person.
    package struct Finding: Sendable, Hashable, Codable {
        package var stage: Stage
        package var provider: String
        /// The address that was called, if the provider has several.
        package var address: String?
        package var model: String
        package var isGood: Bool
        /// The provider's answer, or why there is none.
        package var says: String
        /// What to do about it.
        package var cure: String?
        /// What is unusual about an answer that is good nevertheless.
        package var notice: String?
        package var milliseconds: Double
        /// The day on which the provider says it shuts the model down, `2027-02-26`; nil if it names none.
        package var shutDownOn: String?

        init(
            stage: Stage, provider: String, model: String, isGood: Bool, says: String, milliseconds: Double
        ) {
            self.stage = stage
            self.provider = provider
            self.model = model
            self.isGood = isGood
            self.says = says
            self.milliseconds = milliseconds
        }

        /// A finding about a provider that could not be called.
        package init(stage: Stage, provider: String, says: String, cure: String?) {
            self.init(stage: stage, provider: provider, model: "–", isGood: false, says: says, milliseconds: 0)
            self.cure = cure
        }
    }

    private let time: TimeSource
    private static let context = CallContext(conversation: "check", utterance: 1)

    package init(time: TimeSource) { self.time = time }

    /// The recording that is sent to recognizers: a sentence in English, 4 s of FLAC.
    package static var recording: [UInt8] { ProviderAssets.hello }

    /// - Parameter audio: 16 kHz samples in the language.
    package func check(
        _ recognizer: some Provider<RecognitionRequest, String, Recognition>, hears audio: [Float],
        in language: LanguageCode
    ) async throws -> Finding {
        try await finding(.recognition, recognizer.descriptor) {
            let request = RecognitionRequest(audio: audio, language: language, context: Self.context)
            let text = try await recognizer.answer(request) { _ in }.text
            return text.isEmpty ? nil : "heard \"\(text)\""
        }
    }

    /// Translates a text, or the sound of the recording if the translator hears speech.
    ///
    /// - Parameter speech: the sound; nil for a translator of texts.
    /// - Throws: `CancellationError`; a failure of the provider is a finding.
    package func check(
        _ translator: some Provider<TranslationRequest, String, Translation>, _ text: String, _ pair: LanguagePair,
        hearing speech: UtteranceSpeech? = nil
    ) async throws -> Finding {
        var notice: String?
        var found = try await finding(.translation, translator.descriptor) {
            let request = TranslationRequest(text: text, pair: pair, context: Self.context) { $0.speech = speech }
            let translation = try await translator.answer(request) { _ in }
            if translation.isOutOfForm { notice = Self.ignoredForm }
            let said = speech == nil ? "\"\(text)\"" : "a recording"
            return "translated \(said) as \"\(translation.text)\""
        }
        found.notice = notice
        return found
    }

    private static let ignoredForm = """
        its server ignores the JSON schema that it is sent; the text is taken from whatever it answers. \
        Write structured: "false" under its options to ask for the text alone
        """

    /// Speaks a text.
    ///
    /// - Parameters:
    ///   - voice: nil for the provider's own choice.
    ///   - problem: what is wrong with an answer that came.
    /// - Throws: `CancellationError`; a failure of the provider is a finding.
    package func check(
        _ synthesizer: some Provider<SynthesisRequest, VoiceAudio, Synthesis>, _ text: String,
        in language: LanguageCode, voice: String?,
        problem: (Synthesis, SynthesisRequest) async throws -> String? = { _, _ in nil }
    ) async throws -> Finding {
        var wrong: String?
        var found = try await finding(.synthesis, synthesizer.descriptor) {
            let request = SynthesisRequest(text: text, language: language, voice: voice, context: Self.context)
            let speech = try await synthesizer.answer(request) { _ in }
            guard speech.sampleRate > 0 else { return nil }
            do {
                wrong = try await problem(speech, request)
            } catch is ProviderError {
                // Only the further call failed.
            }
            let seconds = tenths(Double(speech.sampleCount) / Double(speech.sampleRate))
            return "spoke \(seconds) s at \(speech.sampleRate) Hz with the voice \(speech.voice)"
        }
        if let wrong { (found.isGood, found.cure) = (false, wrong) }
        return found
    }

    /// The answer of a provider that may still be starting: a model takes seconds or minutes to load.
    private func started(_ began: Duration, _ call: () async throws -> String?) async throws -> String? {
        var pause = Duration.milliseconds(500)
        while true {
            do {
                return try await call()
            } catch let error as ProviderError where error.failure == .starting {
                guard time.now() - began < Self.longestStart else { throw error }
                try await time.sleep(max(pause, error.retryAfter ?? .zero))
                pause = min(pause * 2, .seconds(5))
            }
        }
    }

    private static let longestStart = Duration.seconds(300)

    private func finding(
        _ stage: Stage, _ descriptor: ProviderDescriptor, _ call: () async throws -> String?
    ) async throws -> Finding {
        let began = time.now()
        var found = Finding(
            stage: stage, provider: descriptor.name, model: descriptor.model, isGood: false, says: "",
            milliseconds: 0)
        do {
            let says = try await started(began, call)
            found.isGood = says != nil
            found.says = says ?? "it answered, but with nothing"
        } catch let error as ProviderError {
            found.says = error.message
            found.cure = error.cure
        }
        found.milliseconds = (time.now() - began).milliseconds
        return found
    }
}
