internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// Speech to text by Cohere: `POST /v2/audio/transcriptions`, which wants the language and answers with the text alone.
///
/// Options: `temperature`.
struct CohereRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        var form = MultipartForm()
        form.add("model", declaration.model)
        form.add("language", request.language.rawValue)
        form.add("temperature", declaration.options?["temperature"])
        form.addFile("file", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        let transcript = try await exchange.document(
            Transcript.self, of: try await exchange.post("/v2/audio/transcriptions", form: form))
        return Recognition(
            text: transcript.text.withoutBrokenCharacters.trimmingBlanks, language: request.language,
            usage: Usage(audioSeconds: upload.seconds))
    }
}

private struct Transcript: Decodable {
    var text: String
}
