// What goes over the wire has the names it has there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Providers

/// Text to speech by ElevenLabs, streamed as bare samples.
///
/// Options: `stability`, `similarity-boost`, `style`, `speed`, `seed`, `text-normalization` (`auto`, `on`, `off`),
/// `send-language` (`true` for models that take a language code).
struct ElevenLabsSynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let rate = declaration.sampleRate ?? SynthesisDeclaration.usualRate
        let path = "/v1/text-to-speech/\(percentEncoded(voice))/stream?output_format=pcm_\(rate)"
        let response = try await exchange.post(path, json: SpeechRequest(request, declaration))
        var answer = SpokenAnswer(.pcm(rate: rate), exchange)
        try await answer.read(response, to: audio)
        // Two names for it are in use.
        let charged = response.count(in: ["character-cost", "x-character-count"]) ?? request.text.unicodeScalars.count
        return try answer.finished(request, voice: voice, usage: Usage(characters: charged))
    }
}

private struct SpeechRequest: Encodable {
    struct Settings: Encodable {
        var stability: Double?
        var similarity_boost: Double?
        var style: Double?
        var speed: Double?
    }

    var text: String
    var model_id: String
    var language_code: String?
    var voice_settings: Settings?
    var seed: Int?
    var apply_text_normalization: String?

    init(_ request: SynthesisRequest, _ declaration: SynthesisDeclaration) {
        let options = declaration.options ?? [:]
        text = request.text
        model_id = declaration.model
        if options["send-language"] == "true" { language_code = request.language.rawValue }
        let numbers = options.compactMapValues(Double.init)
        let settings = Settings(
            stability: numbers["stability"], similarity_boost: numbers["similarity-boost"], style: numbers["style"],
            speed: numbers["speed"])
        if ["stability", "similarity-boost", "style", "speed"].contains(where: { numbers[$0] != nil }) {
            voice_settings = settings
        }
        seed = options["seed"].flatMap { Int($0) }
        apply_text_normalization = options["text-normalization"]
    }
}
