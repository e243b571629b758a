public import Audio
internal import CurlHTTP
internal import HTTPTypes
public import Providers

/// Text to speech by Deepgram, streamed as bare samples. A voice is a model there: `aura-2-thalia-en`.
///
/// Options: `speed`.
public struct DeepgramSynthesizer: SpeechSynthesizer {
    public let descriptor: ProviderDescriptor
    public var capabilities: SynthesizerCapabilities { declaration.capabilities }

    private let declaration: SynthesisDeclaration
    private let exchange: Exchange

    public init(_ declaration: SynthesisDeclaration, at endpoint: Endpoint) {
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        exchange = Exchange(
            endpoint: endpoint, stage: .synthesis, credential: .authorization("Token"), dialect: .deepgram,
            deadlines: .synthesis)
    }

    public func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let voice = try declaration.voice(request, exchange)
        if let silence = declaration.silence(request, voice) { return silence }
        let rate = declaration.sampleRate ?? SynthesisDeclaration.usualRate
        let query = FormFields([
            ("model", voice), ("encoding", "linear16"), ("container", "none"), ("sample_rate", String(rate)),
            ("speed", declaration.options?["speed"]),
        ])
        let response = try await exchange.post("/v1/speak?\(query.text)", json: SpeechRequest(text: request.text))
        var answer = SpokenAnswer(.pcm(rate: rate), exchange)
        try await answer.read(response, to: audio)
        return try answer.finished(request, voice: voice, usage: Usage(characters: charged(response, request)))
    }

    /// What was charged for, as the answer's head says: two names for it are in use.
    private func charged(_ response: ClientResponse, _ request: SynthesisRequest) -> Int {
        let told = ["dg-char-count", "x-dg-characters"].lazy.compactMap { HTTPField.Name($0) }
            .compactMap { response.headers[$0] }.compactMap { Int($0) }.first { (0...1_000_000_000).contains($0) }
        return told ?? request.text.unicodeScalars.count
    }
}

private struct SpeechRequest: Encodable {
    var text: String
}
