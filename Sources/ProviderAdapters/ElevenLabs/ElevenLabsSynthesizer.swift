// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Providers

/// Text to speech by ElevenLabs, streamed as bare samples.
///
/// Options: `stability`, `similarity-boost`, `style`, `speed`, `seed`, and
///
/// * `text-normalization`: `auto`, `on` or `off`;
/// * `send-language`: `true` for models that take a language code;
/// * `neighbours`: `false` for models that do not take the text before and after the spoken text (eleven_v3);
/// * `timestamps`: `true` for the time of every word, which costs a third more bytes.
struct ElevenLabsSynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    static func hearsNeighbours(_ declaration: SynthesisDeclaration) -> Bool {
        declaration.options?["neighbours"] != "false"
    }

    static func tellsWordTimes(_ declaration: SynthesisDeclaration) -> Bool {
        declaration.options?["timestamps"] == "true"
    }

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let rate = declaration.sampleRate ?? SynthesisDeclaration.usualRate
        let isTimed = Self.tellsWordTimes(declaration)
        let path =
            "/v1/text-to-speech/\(percentEncoded(voice))/stream\(isTimed ? "/with-timestamps" : "")"
            + "?output_format=pcm_\(rate)"
        let response = try await exchange.post(path, json: SpeechRequest(request, declaration))
        var answer = SpokenAnswer(.pcm(rate: rate), of: request, exchange)
        var words: [SpokenWord] = []
        if isTimed {
            words = try await timed(response, &answer, rate: rate, to: audio).words(of: request.text)
        } else {
            try await answer.read(response, to: audio)
        }
        // ElevenLabs uses two names for this header.
        let charged = response.count(in: ["character-cost", "x-character-count"]) ?? request.text.unicodeScalars.count
        var synthesis = try await answer.finished(voice: voice, usage: Usage(characters: charged), to: audio)
        synthesis.words = words
        return synthesis
    }

    /// Reads one document per line, each with a piece of the audio and the times of some characters.
    private func timed(
        _ response: ClientResponse, _ answer: inout SpokenAnswer, rate: Int, to audio: PartialSink<VoiceAudio>
    ) async throws -> CharacterTimes {
        var times = CharacterTimes()
        do {
            var parser = JSONLineParser()
            for try await bytes in response.body {
                for line in try parser.push(bytes) {
                    try await take(line, &times, &answer, rate: rate, to: audio)
                    response.body.madeProgress()
                }
            }
            if let line = parser.finish() { try await take(line, &times, &answer, rate: rate, to: audio) }
        } catch let failure as HTTPFailure {
            try await exchange.translatingFailures { throw failure }
        }
        return times
    }

    private func take(
        _ line: [UInt8], _ times: inout CharacterTimes, _ answer: inout SpokenAnswer, rate: Int,
        to audio: PartialSink<VoiceAudio>
    ) async throws {
        let piece = try exchange.decode(TimedPiece.self, line)
        guard let bytes = Base64.decode(piece.audio_base64) else {
            throw exchange.error(.unusable, "a piece of its audio is not in base64")
        }
        if let alignment = piece.alignment {
            times.take(alignment, at: Double(answer.sampleCount) / Double(answer.sampleRate ?? rate))
        }
        try await answer.push(bytes, to: audio)
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
    var previous_text: String?
    var next_text: String?

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
        if ElevenLabsSynthesizer.hearsNeighbours(declaration) {
            previous_text = request.previous
            next_text = request.next
        }
    }
}
