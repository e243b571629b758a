public import Audio
public import Plumbing
public import Providers

/// The longest time a single call may take, from the request to the complete answer.
public struct CallDeadline: Sendable {
    public var limit: Duration
    public var time: TimeSource

    public init(_ limit: Duration, time: TimeSource) {
        self.limit = limit
        self.time = time
    }

    /// Runs the call and cancels it if the limit passes. It returns only after the call has ended, so no partial answer comes
    /// later.
    ///
    /// - Throws: ``ProviderError`` of class `timeout`, or what the call throws.
    public func run<Answer: Sendable>(
        stage: Stage, provider: String, _ call: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await withDeadline(limit, time: time, call)
        } catch is DeadlineExceeded {
            throw ProviderError(
                .timeout, stage: stage, provider: provider,
                "no complete answer within \(limit.formatted)", cure: "give it a longer deadline or a faster provider")
        }
    }
}

extension Duration {
    /// `1.5 s`, `30 s`.
    fileprivate var formatted: String {
        let tenths = (seconds * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int64(exactly: tenths) ?? .max) s" : "\(tenths) s"
    }
}

/// A recognizer whose calls are cancelled after a deadline.
public struct DeadlineRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let deadline: CallDeadline
    public var descriptor: ProviderDescriptor { base.descriptor }
    public var capabilities: RecognizerCapabilities { base.capabilities }

    public func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        try await withoutActuallyEscaping(hypothesis) { hypothesis in
            try await deadline.run(stage: .recognition, provider: descriptor.name) {
                try await base.recognize(request, hypothesis: hypothesis)
            }
        }
    }
}

/// A translator whose calls are cancelled after a deadline.
public struct DeadlineTranslator: Translator {
    let base: any Translator
    let deadline: CallDeadline
    public var descriptor: ProviderDescriptor { base.descriptor }
    public var capabilities: TranslatorCapabilities { base.capabilities }

    public func translate(
        _ request: TranslationRequest, piece: PartialSink<String>
    ) async throws -> Translation {
        try await withoutActuallyEscaping(piece) { piece in
            try await deadline.run(stage: .translation, provider: descriptor.name) {
                try await base.translate(request, piece: piece)
            }
        }
    }
}

/// A synthesizer whose calls are cancelled after a deadline.
public struct DeadlineSynthesizer: SpeechSynthesizer {
    let base: any SpeechSynthesizer
    let deadline: CallDeadline
    public var descriptor: ProviderDescriptor { base.descriptor }
    public var capabilities: SynthesizerCapabilities { base.capabilities }

    public func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        try await withoutActuallyEscaping(audio) { audio in
            try await deadline.run(stage: .synthesis, provider: descriptor.name) {
                try await base.synthesize(request, audio: audio)
            }
        }
    }
}
