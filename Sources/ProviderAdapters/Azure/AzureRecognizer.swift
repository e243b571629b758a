// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Providers

/// Speech to text by Azure's short-audio interface: at most a minute. Its URL contains the region.
///
/// Options: `locale-es` and so on name another locale than a language's usual one; `profanity` (`raw` if it is not given, so
/// that the speech is translated as it was said).
struct AzureRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let givesConfidence = true
    static let varieties = LanguageTag.ofVarieties
    /// Azure does not accept FLAC.
    static let uploads: [SpeechEncoding] = [.wav, .opus]

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let query = FormFields([
            ("language", request.tag(of: request.language).locale(declaration.options)), ("format", "detailed"),
            ("profanity", declaration.options?["profanity"] ?? "raw"),
        ])
        let response = try await exchange.send(
            .post, "/speech/recognition/conversation/cognitiveservices/v1?\(query.text)",
            contentType: upload.encoding == .wav
                ? "audio/wav; codecs=audio/pcm; samplerate=\(AudioUpload.sampleRate)" : upload.encoding.contentType,
            upload.bytes, accept: "application/json")
        let answer = try await exchange.document(RecognizeAnswer.self, of: response)
        let best = answer.NBest?.first
        let usage = Usage(audioSeconds: upload.seconds)
        switch answer.RecognitionStatus {
        case "Success":
            return Recognition(
                text: (best?.Display ?? answer.DisplayText ?? "").withoutBrokenCharacters.trimmingBlanks,
                language: request.language,
                confidence: best?.Confidence?.number.flatMap { (0...1).contains($0) ? $0 : nil }, usage: usage)
        case "NoMatch", "InitialSilenceTimeout", "BabbleTimeout":
            return Recognition(text: "", language: request.language, usage: usage)
        default:
            throw exchange.error(
                .transient, "it failed within a 200 (\(answer.RecognitionStatus))")
        }
    }
}

private struct RecognizeAnswer: Decodable {
    struct Best: Decodable {
        var Confidence: LenientNumber?
        var Display: String?
    }

    var RecognitionStatus: String
    var DisplayText: String?
    var NBest: [Best]?

    enum CodingKeys: CodingKey { case RecognitionStatus, DisplayText, NBest }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        RecognitionStatus = try members.decode(String.self, forKey: .RecognitionStatus)
        DisplayText = members.readable(.DisplayText)
        NBest = members.readableList(.NBest)
    }
}
