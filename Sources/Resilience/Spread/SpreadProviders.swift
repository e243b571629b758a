package import Audio
package import Language
internal import Plumbing
package import Providers

/// A recognizer with several addresses, as one.
package struct SpreadRecognizer: SpeechRecognizer {
    private let members: [any SpeechRecognizer]
    private let spread: AddressSpread

    /// - Parameter members: the same recognizer at each address of the spread, in the same order.
    package init(_ members: [any SpeechRecognizer], _ spread: AddressSpread) {
        (self.members, self.spread) = (members, spread)
    }

    /// The same provider at each address, with what is shown of that.
    package var each: [(address: String, provider: any SpeechRecognizer)] { Array(zip(spread.names, members)) }

    package var descriptor: ProviderDescriptor { members[0].descriptor }
    package var isPlaceholder: Bool { members[0].isPlaceholder }
    package var warmedPlace: String? { members[0].warmedPlace }
    package func warm() async { await warmAll(members) }

    package var capabilities: RecognizerCapabilities {
        var capabilities = members[0].capabilities
        capabilities.maximumConcurrency = capabilities.maximumConcurrency?.times(members.count)
        return capabilities
    }

    package var streaming: (any StreamingRecognizer)? {
        let streams = members.compactMap(\.streaming)
        return streams.count == members.count ? SpreadStreams(members: streams, spread: spread) : nil
    }

    package func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let usage = UsageForecast.recognition(seconds: Double(request.audio.count) / Double(speechSampleRate))
        return try await spread.call(usage, passing: hypothesis) { index, sink in
            try await members[index].recognize(request, hypothesis: sink)
        }
    }
}

private struct SpreadStreams: StreamingRecognizer {
    let members: [any StreamingRecognizer]
    let spread: AddressSpread

    func hear(
        _ request: RecognitionRequest, _ sound: BoundedChannel<[Float]>,
        take: @escaping @Sendable (HeardWords) async throws -> Void
    ) async throws {
        // Another address would miss the sound that this one has taken.
        let hasBegun = { true }
        try await spread.call(Usage(), hasBegun: hasBegun) { index in
            try await members[index].hear(request, sound, take: take)
        }
    }
}

/// A translator with several addresses, as one.
package struct SpreadTranslator: Translator {
    private let members: [any Translator]
    private let spread: AddressSpread

    /// - Parameter members: the same translator at each address of the spread, in the same order.
    package init(_ members: [any Translator], _ spread: AddressSpread) {
        (self.members, self.spread) = (members, spread)
    }

    /// The same provider at each address, with what is shown of that.
    package var each: [(address: String, provider: any Translator)] { Array(zip(spread.names, members)) }

    package var descriptor: ProviderDescriptor { members[0].descriptor }
    package var isPlaceholder: Bool { members[0].isPlaceholder }
    package var warmedPlace: String? { members[0].warmedPlace }
    package func warm() async { await warmAll(members) }

    package var capabilities: TranslatorCapabilities {
        var capabilities = members[0].capabilities
        capabilities.maximumConcurrency = capabilities.maximumConcurrency?.times(members.count)
        return capabilities
    }

    package var summarizer: (any ConversationSummarizer)? {
        let summarizers = members.compactMap(\.summarizer)
        return summarizers.count == members.count ? SpreadSummarizer(members: summarizers, spread: spread) : nil
    }

    package var batcher: (any BatchTranslator)? {
        let batchers = members.compactMap(\.batcher)
        return batchers.count == members.count ? SpreadBatcher(members: batchers, spread: spread) : nil
    }

    package var speechTranslator: (any SpeechTranslator)? {
        let translators = members.compactMap(\.speechTranslator)
        return translators.count == members.count ? SpreadSpeechTranslator(members: translators, spread: spread) : nil
    }

    /// The pairs that the first address offers which answers.
    package func offeredPairs() async -> Set<LanguagePair>? {
        for member in members {
            if let pairs = await member.offeredPairs() { return pairs }
        }
        return nil
    }

    package func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let usage = UsageForecast.translation(
            characters: request.text.unicodeScalars.count, tokens: TokenEstimate.tokens(in: request.text),
            surroundings: request.surroundingTokens)
        return try await spread.call(usage, passing: piece) { index, sink in
            try await members[index].translate(request, piece: sink)
        }
    }
}

private struct SpreadBatcher: BatchTranslator {
    let members: [any BatchTranslator]
    let spread: AddressSpread

    var descriptor: ProviderDescriptor { members[0].descriptor }

    func translate(_ batch: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch {
        let usage = UsageForecast.translation(
            characters: batch.lines.reduce(0) { $0 + $1.text.unicodeScalars.count },
            tokens: batch.lines.reduce(0) { $0 + $1.tokens }, surroundings: batch.surroundingTokens)
        return try await spread.call(usage, passing: line) { index, sink in
            try await members[index].translate(batch, line: sink)
        }
    }
}

private struct SpreadSpeechTranslator: SpeechTranslator {
    let members: [any SpeechTranslator]
    let spread: AddressSpread

    var descriptor: ProviderDescriptor { members[0].descriptor }

    func interpret(
        _ request: SpeechTranslationRequest, heard: PartialSink<String>
    ) async throws -> SpeechTranslation {
        let usage = UsageForecast.recognition(seconds: request.speech.seconds)
        return try await spread.call(usage, passing: heard) { index, sink in
            try await members[index].interpret(request, heard: sink)
        }
    }
}

private struct SpreadSummarizer: ConversationSummarizer {
    let members: [any ConversationSummarizer]
    let spread: AddressSpread

    var descriptor: ProviderDescriptor { members[0].descriptor }

    func summarize(_ request: SummaryRequest) async throws -> Summary {
        try await spread.call(Usage()) { try await members[$0].summarize(request) }
    }
}

/// A synthesizer with several addresses, as one.
package struct SpreadSynthesizer: SpeechSynthesizer {
    private let members: [any SpeechSynthesizer]
    private let spread: AddressSpread

    /// - Parameter members: the same synthesizer at each address of the spread, in the same order.
    package init(_ members: [any SpeechSynthesizer], _ spread: AddressSpread) {
        (self.members, self.spread) = (members, spread)
    }

    /// The same provider at each address, with what is shown of that.
    package var each: [(address: String, provider: any SpeechSynthesizer)] { Array(zip(spread.names, members)) }

    package var descriptor: ProviderDescriptor { members[0].descriptor }
    package var warmedPlace: String? { members[0].warmedPlace }
    package func warm() async { await warmAll(members) }

    package var capabilities: SynthesizerCapabilities {
        var capabilities = members[0].capabilities
        capabilities.maximumConcurrency = capabilities.maximumConcurrency?.times(members.count)
        return capabilities
    }

    package func synthesize(
        _ request: SynthesisRequest, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let usage = UsageForecast.synthesis(characters: request.text.unicodeScalars.count)
        return try await spread.call(usage, passing: audio) { index, sink in
            try await members[index].synthesize(request, audio: sink)
        }
    }

    package func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String? {
        try await members[0].problem(with: synthesis, of: request)
    }
}

extension AddressSpread {
    /// Makes a call and passes on its partial answers.
    fileprivate func call<Partial: Sendable, Answer>(
        _ usage: Usage, passing partial: PartialSink<Partial>,
        _ make: @Sendable (Int, PartialSink<Partial>) async throws -> Answer
    ) async throws -> Answer {
        let hasBegun = Locked(false)
        return try await withoutActuallyEscaping(partial) { partial in
            try await call(usage, hasBegun: { hasBegun.withLock { $0 } }) { index in
                try await make(index) { given in
                    hasBegun.withLock { $0 = true }
                    try await partial(given)
                }
            }
        }
    }
}

/// Prepares the first call at each address.
private func warmAll(_ members: [any Provider]) async {
    await withDiscardingTaskGroup { group in
        for member in members { group.addTask { await member.warm() } }
    }
}

extension Int {
    /// The product, or the largest number if there is none.
    fileprivate func times(_ count: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: count)
        return isTooLarge ? .max : product
    }
}
