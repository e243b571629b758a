public import Audio
internal import Plumbing
public import Providers

/// A recognizer whose failed calls are made again. Hypotheses of a later attempt are withheld while they are only the
/// beginning of the one shown last, so that a listener never sees the text shrink.
public struct RetryingRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let retry: Retry
    public var descriptor: ProviderDescriptor { base.descriptor }
    public var capabilities: RecognizerCapabilities { base.capabilities }

    public func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let listener = RetriedHypotheses()
        return try await retry.run(request.context, for: listener.consumer) { attempt in
            try await base.recognize(request) { try await listener.take($0, attempt: attempt, to: hypothesis) }
        }
    }
}

/// A translator whose failed calls are made again.
///
/// Pieces already delivered are not delivered twice: of a later attempt only what goes beyond them is passed on. Where
/// the later attempt says something else, no more pieces are delivered; the answer then carries the note
/// ``supersededNote`` and its text stands for all pieces.
public struct RetryingTranslator: Translator {
    /// The note of a translation that its pieces, joined, are not equal to.
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

/// A synthesizer whose failed calls are made again.
///
/// Audio that has been delivered may have been played and cannot be taken back: a later attempt goes on behind as many
/// samples as were delivered before, whatever they were. So there is no audio twice and no gap, at the price of a
/// possible click where a provider does not speak the same text the same way twice.
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
