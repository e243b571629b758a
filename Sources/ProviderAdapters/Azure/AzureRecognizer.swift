// What goes over the wire has the names it has there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
public import Providers

/// Speech to text by Azure's short-audio interface: at most a minute. Its URL has the region in it.
///
/// Options: `locale-es` and so on name another locale than the usual one of a language; `profanity` (`raw` where it is not
/// given: what was said is translated as it was said).
public struct AzureRecognizer: SpeechRecognizer {
    public let descriptor: ProviderDescriptor
    private let declaration: RecognitionDeclaration
    private let exchange: Exchange

    public var capabilities: RecognizerCapabilities {
        var capabilities = declaration.capabilities
        capabilities.confidence = true
        return capabilities
    }

    public init(_ declaration: RecognitionDeclaration, at endpoint: Endpoint) {
        var declaration = declaration
        // Of what we pack it takes only WAV.
        declaration.upload = .wav
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        exchange = Exchange(
            endpoint: endpoint, stage: .recognition, credential: .header("Ocp-Apim-Subscription-Key"),
            dialect: .azure, deadlines: .recognition)
    }

    public func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        if let nothing = try declaration.check(request, exchange) { return nothing }
        let upload = try AudioUpload(request, declaration, exchange)
        let query = FormFields([
            ("language", request.language.locale(declaration.options)), ("format", "detailed"),
            ("profanity", declaration.options?["profanity"] ?? "raw"),
        ])
        let response = try await exchange.send(
            .post, "/speech/recognition/conversation/cognitiveservices/v1?\(query.text)",
            contentType: "audio/wav; codecs=audio/pcm; samplerate=\(AudioUpload.sampleRate)", upload.bytes,
            accept: "application/json")
        let answer = try await exchange.document(RecognizeAnswer.self, of: response)
        let best = answer.NBest?.first
        let usage = Usage(audioSeconds: upload.seconds)
        switch answer.RecognitionStatus {
        case "Success":
            return Recognition(
                text: (best?.Display ?? answer.DisplayText ?? "").trimmingBlanks, language: request.language,
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
        var Confidence: Told?
        var Display: String?
    }

    var RecognitionStatus: String
    var DisplayText: String?
    var NBest: [Best]?
}
