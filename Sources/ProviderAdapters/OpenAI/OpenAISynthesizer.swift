// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import Providers

/// Text to speech by OpenAI's `POST /audio/speech`, which Kokoro, LocalAI and Groq offer, too.
///
/// Options: `format`, `speed`, `instructions`. The format is `pcm` (24 kHz without a header), or a kind of recording that the
/// server offers: `wav`, `mp3`, `opus`, `flac` …
struct OpenAISynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let options = declaration.options ?? [:]
        let format = options["format"] ?? "pcm"
        let body = SpeechRequest(
            model: declaration.model, input: request.text, voice: voice, response_format: format,
            speed: options["speed"].flatMap(Double.init), instructions: options["instructions"])
        let response = try await exchange.post("/audio/speech", json: body, accept: "application/octet-stream")
        var answer = SpokenAnswer(
            format == "pcm" ? .pcm(rate: declaration.sampleRate ?? SynthesisDeclaration.usualRate) : .recording,
            of: request,
            exchange)
        try await answer.read(response, to: audio)
        return try await answer.finished(voice: voice, to: audio)
    }
}

private struct SpeechRequest: Encodable {
    var model: String
    var input: String
    var voice: String
    var response_format: String
    var speed: Double?
    var instructions: String?
}
