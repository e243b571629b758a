// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// Speech to text by Mistral's Voxtral: `POST /v1/audio/transcriptions`. Form and answer are not OpenAI's.
///
/// Its third version gives no times of words. Options: `temperature`.
struct MistralRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let detectsLanguage = true

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        var form = MultipartForm()
        form.add("model", declaration.model)
        form.add("language", request.knownLanguage?.spokenCode)
        form.add("temperature", declaration.options?["temperature"])
        form.addFile("file", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        let transcript = try await exchange.document(
            Transcript.self, of: try await exchange.post("/v1/audio/transcriptions", form: form))
        let detected = transcript.language.flatMap { try? LanguageCode(parsing: $0) }
        return Recognition(
            text: transcript.text.withoutBrokenCharacters.trimmingBlanks, language: detected ?? request.language,
            signals: RecognitionSignals(language: transcript.language),
            usage: Usage(
                audioSeconds: transcript.usage?.prompt_audio_seconds?.consumedSeconds ?? upload.seconds,
                inputTokens: transcript.usage?.prompt_tokens?.count,
                outputTokens: transcript.usage?.completion_tokens?.count))
    }
}

/// Decoding requires only the text.
private struct Transcript: Decodable {
    struct Tokens: Decodable {
        var prompt_audio_seconds: LenientNumber?
        var prompt_tokens: LenientNumber?
        var completion_tokens: LenientNumber?
    }

    var text: String
    var language: String?
    var usage: Tokens?

    private enum CodingKeys: CodingKey { case text, language, usage }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        text = try members.decode(String.self, forKey: .text)
        language = members.readable(.language)
        usage = members.readable(.usage)
    }
}
