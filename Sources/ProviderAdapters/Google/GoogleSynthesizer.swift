public import Audio
public import Providers

/// Text to speech by Google Cloud Text-to-Speech v1 with an API key; the audio comes whole, in a WAV.
///
/// Options: `speed`, `pitch`.
public struct GoogleSynthesizer: SpeechSynthesizer {
    public let descriptor: ProviderDescriptor
    public var capabilities: SynthesizerCapabilities { declaration.capabilities }

    private let declaration: SynthesisDeclaration
    private let exchange: Exchange

    public init(_ declaration: SynthesisDeclaration, at endpoint: Endpoint) {
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        exchange = Exchange(
            endpoint: endpoint, stage: .synthesis, credential: .header("X-Goog-Api-Key"), dialect: .google,
            deadlines: .synthesis)
    }

    public func synthesize(_ request: SynthesisRequest, audio: PartialSink<VoiceAudio>) async throws -> Synthesis {
        let voice = try declaration.voice(request, exchange)
        if let silence = declaration.silence(request, voice) { return silence }
        let options = declaration.options ?? [:]
        let locale = try exchange.locale(of: voice)
        let body = SynthesizeRequest(
            input: .init(text: request.text), voice: .init(languageCode: locale, name: voice),
            audioConfig: .init(
                sampleRateHertz: declaration.sampleRate ?? SynthesisDeclaration.usualRate,
                speakingRate: options["speed"].flatMap(Double.init),
                pitch: options["pitch"].flatMap(Double.init)))
        let answer = try await exchange.document(
            SynthesizeAnswer.self, of: try await exchange.post("/v1/text:synthesize", json: body))
        guard let bytes = Base64.decode(answer.audioContent) else {
            throw exchange.error(.unusable, "its audio is no base64")
        }
        var spoken = SpokenAnswer(.wav, exchange)
        try await spoken.push(bytes, to: audio)
        return try spoken.finished(request, voice: voice)
    }
}

private struct SynthesizeRequest: Encodable {
    struct Input: Encodable {
        var text: String
    }

    struct Voice: Encodable {
        var languageCode: String
        var name: String
    }

    struct Settings: Encodable {
        var audioEncoding = "LINEAR16"
        var sampleRateHertz: Int
        var speakingRate: Double?
        var pitch: Double?
    }

    var input: Input
    var voice: Voice
    var audioConfig: Settings
}

private struct SynthesizeAnswer: Decodable {
    var audioContent: String
}
