internal import Audio
internal import Providers

/// Text to speech by Google Cloud Text-to-Speech v1 with an API key; the audio comes as a whole, in a WAV.
///
/// Options: `speed`, `pitch`.
struct GoogleSynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
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
        var spoken = SpokenAnswer(.recording, of: request, exchange)
        try await spoken.push(bytes, to: audio)
        return try await spoken.finished(voice: voice, to: audio)
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
