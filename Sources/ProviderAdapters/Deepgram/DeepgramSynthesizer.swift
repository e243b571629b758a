internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Providers

/// Text to speech by Deepgram, streamed as bare samples. Deepgram's voices are models: `aura-2-thalia-en`.
///
/// Options: `speed`.
struct DeepgramSynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let rate = declaration.sampleRate ?? SynthesisDeclaration.usualRate
        let query = FormFields([
            ("model", voice), ("encoding", "linear16"), ("container", "none"), ("sample_rate", String(rate)),
            ("speed", declaration.options?["speed"]),
        ])
        let response = try await exchange.post("/v1/speak?\(query.text)", json: SpeechRequest(text: request.text))
        var answer = SpokenAnswer(.pcm(rate: rate), of: request, exchange)
        try await answer.read(response, to: audio)
        // Deepgram uses two names for this header.
        let charged = response.count(in: ["dg-char-count", "x-dg-characters"]) ?? request.text.unicodeScalars.count
        return try await answer.finished(voice: voice, usage: Usage(characters: charged), to: audio)
    }
}

private struct SpeechRequest: Encodable {
    var text: String
}
