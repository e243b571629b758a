internal import Audio
internal import HTTPTypes
internal import Providers

/// Text to speech by Azure, streamed as bare samples. Its URL contains the region.
///
/// Options: `speed`, in the form of SSML's prosody rate (`+10%`).
struct AzureSynthesizer: SynthesisAdapter {
    let declaration: SynthesisDeclaration
    let exchange: Exchange

    func synthesize(
        _ request: SynthesisRequest, voice: String, audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        let rate = declaration.sampleRate ?? SynthesisDeclaration.usualRate
        let response = try await exchange.send(
            .post, "/cognitiveservices/v1", contentType: "application/ssml+xml",
            Array(document(request.text, voice: voice, try exchange.locale(of: voice)).utf8),
            headers: [
                ("X-Microsoft-OutputFormat", "raw-\(frequency(rate))-16bit-mono-pcm"), ("User-Agent", "verbio"),
            ])
        var answer = SpokenAnswer(.pcm(rate: rate), of: request, exchange)
        try await answer.read(response, to: audio)
        return try await answer.finished(voice: voice, to: audio)
    }

    /// The frequency as the names of formats write it: 24khz, but 22050hz.
    private func frequency(_ rate: Int) -> String { rate % 1_000 == 0 ? "\(rate / 1_000)khz" : "\(rate)hz" }

    /// The text as SSML, with the locale that a voice's name begins with: `es-ES` of es-ES-ElviraNeural.
    private func document(_ text: String, voice: String, _ locale: String) -> String {
        let spoken = escaped(text)
        let paced =
            declaration.options?["speed"].map { "<prosody rate='\(escaped($0))'>\(spoken)</prosody>" } ?? spoken
        return "<speak version='1.0' xml:lang='\(escaped(locale))'>"
            + "<voice name='\(escaped(voice))'>\(paced)</voice></speak>"
    }

    /// The text escaped as XML 1.0 §2.4 requires; characters that XML does not allow are left out (§2.2).
    private func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "'": result += "&apos;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            default:
                if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
