public import Audio
internal import Plumbing
public import Providers

/// A recognizer with a limited number of concurrent calls; further callers wait in order.
public struct LimitedRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let limiter: Limiter
    public var descriptor: ProviderDescriptor { base.descriptor }

    /// Any number of calls may be made: calls beyond the limit wait here.
    public var capabilities: RecognizerCapabilities {
        var capabilities = base.capabilities
        capabilities.maximumConcurrency = nil
        return capabilities
    }

    public func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        try await limiter.run { try await base.recognize(request, hypothesis: hypothesis) }
    }
}

/// A translator with a limited number of concurrent calls; further callers wait in order.
public struct LimitedTranslator: Translator {
    let base: any Translator
    let limiter: Limiter
    public var descriptor: ProviderDescriptor { base.descriptor }

    /// Any number of calls may be made: calls beyond the limit wait here.
    public var capabilities: TranslatorCapabilities {
        var capabilities = base.capabilities
        capabilities.maximumConcurrency = nil
        return capabilities
    }

    public func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        try await limiter.run { try await base.translate(request, piece: piece) }
    }
}

/// A synthesizer with a limited number of concurrent calls; further callers wait in order.
public struct LimitedSynthesizer: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let limiter: Limiter
    public var descriptor: ProviderDescriptor { base.descriptor }

    /// Any number of calls may be made: calls beyond the limit wait here.
    public var capabilities: SynthesizerCapabilities {
        var capabilities = base.capabilities
        capabilities.maximumConcurrency = nil
        return capabilities
    }

    public func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        try await limiter.run { try await base.synthesize(request, audio: audio) }
    }
}
