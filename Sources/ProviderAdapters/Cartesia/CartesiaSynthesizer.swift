// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Providers

/// Text to speech by Cartesia, streamed as bare samples. Its voices are named by their ids.
///
/// Options: `speed`, from 0.6 to 1.5.
struct CartesiaSynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    /// The day of the interface. Errors are documents since then, and a voice is named by its mode and id.
    static let version = ("Cartesia-Version", "2026-03-01")

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let rate = declaration.sampleRate ?? SynthesisDeclaration.usualRate
        let response = try await exchange.post(
            "/tts/bytes", json: SpeechRequest(request, voice: voice, rate: rate, declaration),
            headers: [Self.version])
        var answer = SpokenAnswer(.pcm(rate: rate), of: request, exchange)
        try await answer.read(response, to: audio)
        return try await answer.finished(
            voice: voice, usage: Usage(characters: request.text.unicodeScalars.count), to: audio)
    }
}

private struct SpeechRequest: Encodable {
    struct Voice: Encodable {
        var mode = "id"
        var id: String
    }

    struct Format: Encodable {
        var container = "raw"
        var encoding = "pcm_s16le"
        var sample_rate: Int
    }

    struct Generation: Encodable {
        var speed: Double
    }

    var model_id: String
    var transcript: String
    var voice: Voice
    var language: String
    var output_format: Format
    var generation_config: Generation?

    init(_ request: SynthesisRequest, voice: String, rate: Int, _ declaration: SynthesisDeclaration) {
        model_id = declaration.model
        transcript = request.text
        self.voice = Voice(id: voice)
        language = request.language.rawValue
        output_format = Format(sample_rate: rate)
        generation_config = declaration.options?["speed"].flatMap(Double.init).map(Generation.init)
    }
}
