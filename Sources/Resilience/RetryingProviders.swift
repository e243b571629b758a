public import Audio
internal import Plumbing
public import Providers

/// A recognizer whose failed calls are retried.
///
/// Hypotheses of a later attempt are withheld while they are only the beginning of the one shown last. So a listener never sees
/// the text shrink.
public struct RetryingRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let retry: Retry
    public var descriptor: ProviderDescriptor { base.descriptor }
    public var capabilities: RecognizerCapabilities { base.capabilities }

    public func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        try await retry.run(request.context, hypothesis: hypothesis) { [base] hypothesis in
            try await base.recognize(request, hypothesis: hypothesis)
        }
    }
}

/// A translator whose failed calls are retried.
///
/// Pieces already delivered are not delivered twice: of a later attempt only the text beyond them is passed on. If the later
/// attempt gives a different text, no more pieces are delivered. The answer then carries the note ``supersededNote`` and its
/// text stands for all pieces.
public struct RetryingTranslator: Translator {
    /// The note of a translation that differs from its joined pieces.
    public static let supersededNote = "pieces-superseded"

    let base: any Translator
    let retry: Retry
    public var descriptor: ProviderDescriptor { base.descriptor }
    public var capabilities: TranslatorCapabilities { base.capabilities }

    public func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let listener = RetriedPieces()
        var translation = try await retry.run(request.context, for: listener.consumer) { attempt in
            try await base.translate(request) { try await listener.take($0, attempt: attempt, to: piece) }
        }
        if listener.isSuperseded(by: translation.text) { translation.notes.append(Self.supersededNote) }
        return translation
    }
}

/// A synthesizer whose failed calls are retried.
///
/// Audio that has been delivered may have been played and cannot be taken back. So a later attempt goes on after as many
/// samples as were delivered before, whatever they were. There is no audio twice and no gap. The price is a possible click if a
/// provider does not speak the same text the same way twice.
public struct RetryingSynthesizer: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let retry: Retry
    public var descriptor: ProviderDescriptor { base.descriptor }
    public var capabilities: SynthesizerCapabilities { base.capabilities }

    public func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let listener = RetriedAudio()
        var synthesis = try await retry.run(request.context, for: listener.consumer) { attempt in
            try await base.synthesize(request) { chunk in
                guard try await listener.take(chunk, attempt: attempt, to: audio) else {
                    throw ProviderError(
                        .unusable, stage: .synthesis, provider: descriptor.name,
                        "the audio came at another sample rate when the call was made again")
                }
            }
        }
        synthesis.sampleCount = max(synthesis.sampleCount, listener.sampleCount)
        return synthesis
    }
}

/// The same for calls that return more than a provider's answer, such as the key that the answer is stored under.
extension Retry {
    /// As ``RetryingRecognizer``: hypotheses that a later attempt repeats are withheld.
    ///
    /// - Parameter call: one attempt; it passes its hypotheses to the sink it receives.
    public func run<Answer>(
        _ context: CallContext, hypothesis: PartialSink<String>,
        _ call: @escaping (_ hypothesis: PartialSink<String>) async throws -> Answer
    ) async throws -> Answer {
        let listener = RetriedHypotheses()
        return try await run(context, for: listener.consumer) { attempt in
            try await call { try await listener.take($0, attempt: attempt, to: hypothesis) }
        }
    }

    /// As ``RetryingTranslator``, without its note: no piece is delivered twice.
    ///
    /// - Parameter call: one attempt; it passes its pieces to the sink it receives.
    public func run<Answer>(
        _ context: CallContext, piece: PartialSink<String>,
        _ call: @escaping (_ piece: PartialSink<String>) async throws -> Answer
    ) async throws -> Answer {
        let listener = RetriedPieces()
        return try await run(context, for: listener.consumer) { attempt in
            try await call { try await listener.take($0, attempt: attempt, to: piece) }
        }
    }

    /// As ``RetryingSynthesizer``: no audio is delivered twice.
    ///
    /// - Parameters:
    ///   - provider: the synthesizer's name, for an attempt whose audio has another sample rate than the audio delivered
    ///     before.
    ///   - call: one attempt; it passes its audio to the sink it receives.
    public func run<Answer>(
        _ context: CallContext, of provider: String, audio: PartialSink<VoiceAudio>,
        _ call: @escaping (_ audio: PartialSink<VoiceAudio>) async throws -> Answer
    ) async throws -> Answer {
        let listener = RetriedAudio()
        return try await run(context, for: listener.consumer) { attempt in
            try await call { chunk in
                guard try await listener.take(chunk, attempt: attempt, to: audio) else {
                    throw ProviderError(
                        .unusable, stage: .synthesis, provider: provider,
                        "the audio came at another sample rate when the call was made again")
                }
            }
        }
    }
}
