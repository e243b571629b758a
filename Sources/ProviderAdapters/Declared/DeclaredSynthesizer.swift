internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// One wire of text to speech: the request that it needs, and what its answer means.
///
/// ``DeclaredSynthesizer`` does what all of them share.
protocol SynthesisAdapter: Sendable {
    /// Whether it sends the text before and after the spoken text.
    static func hearsNeighbours(_ declaration: SynthesisDeclaration) -> Bool
    /// Whether it reports when each word is spoken.
    static func tellsWordTimes(_ declaration: SynthesisDeclaration) -> Bool

    init(declaration: SynthesisDeclaration, exchange: Exchange)

    /// What is wrong with a synthesis that has succeeded, found with a further call; nil if nothing is.
    func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String?

    /// Synthesizes a text that is not empty.
    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis
}

extension SynthesisAdapter {
    static func hearsNeighbours(_ declaration: SynthesisDeclaration) -> Bool { false }
    static func tellsWordTimes(_ declaration: SynthesisDeclaration) -> Bool { false }
    func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String? { nil }
}

/// A synthesizer as the configuration declares it, over any wire.
struct DeclaredSynthesizer<Adapter: SynthesisAdapter>: SpeechSynthesizer, ExchangingProvider {
    let descriptor: ProviderDescriptor
    let capabilities: SynthesizerCapabilities
    private let declaration: SynthesisDeclaration
    let exchange: Exchange
    private let adapter: Adapter

    init(_ declaration: SynthesisDeclaration, at endpoint: Endpoint) {
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        capabilities = declaration.capabilities(
            hearsNeighbours: Adapter.hearsNeighbours(declaration), wordTimes: Adapter.tellsWordTimes(declaration),
            at: endpoint)
        exchange = Exchange(
            endpoint: endpoint, stage: .synthesis, access: declaration.access,
            deadlines: Deadlines.synthesis.at(endpoint, declared: declaration.deadline))
        adapter = Adapter(declaration: declaration, exchange: exchange)
    }

    func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String? {
        try await adapter.problem(with: synthesis, of: request)
    }

    func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let voice = try declaration.voice(request, exchange)
        if let silence = declaration.silence(request, voice) { return silence }
        return try await adapter.synthesize(request, voice: voice, audio: audio)
    }
}

extension SynthesisDeclaration {
    fileprivate func capabilities(
        hearsNeighbours: Bool, wordTimes: Bool, at endpoint: Endpoint
    ) -> SynthesizerCapabilities {
        let tags = LanguageCode.known.map { LanguageTag($0) }
        let configured = (tags + varieties).compactMap { tag in voice(for: tag).map { (tag, $0) } }
        return SynthesizerCapabilities(languages: languages) {
            $0.varieties = Set(varieties)
            $0.streams = true
            $0.voices = configured.map { .init(id: $1, language: $0.code) }
            $0.maximumCharacters = maximumCharacters
            $0.maximumConcurrency = concurrency
            $0.findsConcurrency = concurrency == nil && endpoint.server != nil
            $0.deadline = endpoint.patience(of: .synthesis, declared: deadline)
            $0.price = price
            $0.spelledOut =
                normalize ?? false
                ? Dictionary(uniqueKeysWithValues: languages.map { ($0, Set(SpokenForm.allCases)) }) : [:]
            $0.hearsNeighbours = hearsNeighbours
            $0.wordTimes = wordTimes
            $0.configuredVoices = Dictionary(uniqueKeysWithValues: configured)
            $0.hasOtherVoices = true
        }
    }

    fileprivate func descriptor(_ name: String) -> ProviderDescriptor {
        var parameters = options ?? [:]
        parameters["wire"] = wire.rawValue
        parameters["sample-rate"] = sampleRate.map(String.init)
        return ProviderDescriptor(name: name, model: model, parameters: parameters)
    }

    /// The answer if there is nothing to say, because no provider needs to be called then.
    fileprivate func silence(_ request: SynthesisRequest, _ voice: String) -> Synthesis? {
        guard request.text.allSatisfy(\.isWhitespace) else { return nil }
        return Synthesis(
            voice: voice, sampleRate: sampleRate ?? Self.usualRate, sampleCount: 0, usage: Usage(characters: 0))
    }

    /// Hz, if none is declared.
    static let usualRate = 24_000

    /// The voice that speaks the request.
    ///
    /// - Throws: ``ProviderError`` of class `unsupported` for a language without a voice, and a text above the limit.
    fileprivate func voice(_ request: SynthesisRequest, _ exchange: Exchange) throws -> String {
        if let most = maximumCharacters, request.text.unicodeScalars.count > most {
            throw exchange.error(.unsupported, "the text is longer than \(most) characters")
        }
        guard let voice = request.voice ?? voice(for: request.tag) else {
            throw exchange.error(
                .unsupported, "it has no voice for \(request.tag.englishName)",
                cure: "name one under voices in the configuration")
        }
        return voice
    }
}
