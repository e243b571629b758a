// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import Providers

/// Text to speech by OpenAI's `POST /audio/speech`, which Kokoro, LocalAI and Groq offer, too.
///
/// Options: `format`, `speed`, `instructions`. The format is `pcm` (24 kHz without a header), or a kind of recording that the
/// server offers: `wav`, `mp3`, `opus`, `flac` … A server of the user's is asked for `wav` if none is given: it speaks at the rate
/// of its voice, which bare samples do not show.
struct OpenAISynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    private var format: String {
        declaration.options?["format"] ?? (exchange.endpoint.server == nil ? "pcm" : "wav")
    }

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        try await synthesize(request, voice: voice, as: format, audio: audio)
    }

    private func synthesize(
        _ request: SynthesisRequest, voice: String, as format: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let options = declaration.options ?? [:]
        let body = SpeechRequest(
            model: declaration.model, input: request.text, voice: voice, response_format: format,
            speed: options["speed"].flatMap(Double.init), instructions: options["instructions"])
        let response = try await exchange.post("/audio/speech", json: body, accept: "application/octet-stream")
        // If no format is given, a server may send bare samples whatever it was asked for.
        let mayBeBare = [nil, "pcm"].contains(options["format"]) || response.isOfBareSamples
        let usual = declaration.sampleRate ?? SynthesisDeclaration.usualRate
        var answer = SpokenAnswer(mayBeBare ? .pcm(rate: usual) : .recording, of: request, exchange)
        try await answer.read(response, to: audio)
        return try await answer.finished(voice: voice, to: audio)
    }

    /// Compares bare samples of a server of the user's with a recording. Its header has the rate.
    func problem(with synthesis: Synthesis, of request: SynthesisRequest) async throws -> String? {
        guard format == "pcm", exchange.endpoint.server != nil else { return nil }
        let recorded = try await synthesize(request, voice: synthesis.voice, as: "wav") { _ in }
        guard recorded.sampleRate != synthesis.sampleRate else { return nil }
        let percent = abs(synthesis.sampleRate * 100 / recorded.sampleRate - 100)
        return """
            its samples are taken to have \(synthesis.sampleRate) Hz and have \(recorded.sampleRate), so it speaks \(percent) % \
            too \(synthesis.sampleRate > recorded.sampleRate ? "fast" : "slowly"). Write format: wav under its options, or \
            sample-rate: \(recorded.sampleRate)
            """
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
