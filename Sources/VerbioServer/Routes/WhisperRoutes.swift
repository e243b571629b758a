internal import Audio
internal import Hummingbird
internal import Language
internal import Plumbing

/// Turns a recording into text for clients of whisper-asr-webservice, such as Bazarr.
///
/// The interface is that of <https://github.com/ahmetoner/whisper-asr-webservice>, version 1.9: `POST /asr` and
/// `POST /detect-language` with the form field `audio_file`.
struct WhisperTextRoute: Route {
    static let name = RouteName(.post, "/asr")
    static let parameters = [WhisperForm.encode, "task", "language", "output"]
    static let queryRule = QueryRule.ignored

    private let parts: RouteParts

    init(_ parts: RouteParts) { self.parts = parts }

    private static let outputs: [(String, TranscriptionOrder.Format)] = [
        ("txt", .text), ("vtt", .vtt), ("srt", .srt), ("tsv", .tsv), ("json", .verbose),
    ]

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let isTranslated = try query.word(
            "task", among: [("transcribe", false), ("translate", true)], otherwise: false)
        let format = try query.word("output", among: Self.outputs, otherwise: .text)
        let raw = try WhisperForm.raw(query)
        let order = TranscriptionOrder(format, of: try Self.language(query), raw: raw)
        try parts.work.checkRoom()
        let file = try await WhisperForm.file(of: request, parts.configuration)
        return try await Transcriber(parts, isTranslated: isTranslated).text(of: file, order, context)
    }

    /// The spoken language; nil to detect it.
    private static func language(_ query: QueryParameters) throws(Problem) -> LanguageTag? {
        guard let name = query["language"], !name.isEmpty else { return nil }
        do { return try LanguageTag(parsing: String(name.prefix(40))) } catch { throw error.at("language") }
    }
}

/// Detects the language of a recording for clients of whisper-asr-webservice.
struct WhisperLanguageRoute: Route {
    static let name = RouteName(.post, "/detect-language")
    static let parameters = [WhisperForm.encode]
    static let queryRule = QueryRule.ignored

    private let parts: RouteParts

    init(_ parts: RouteParts) { self.parts = parts }

    private struct Answer: Encodable {
        /// Its English name in small letters.
        var name: String
        var code: String

        enum CodingKeys: String, CodingKey {
            case name = "detected_language"
            case code = "language_code"
        }
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let raw = try WhisperForm.raw(context.query)
        try parts.work.checkRoom()
        let file = try await WhisperForm.file(of: request, parts.configuration)
        let language = try await Transcriber(parts, isTranslated: false).language(of: file, raw: raw).code
        return try .json(Answer(name: language.englishName.lowercased(), code: language.rawValue))
    }
}

/// The form of both requests.
private enum WhisperForm {
    static let encode = "encode"

    /// With `encode=false`, the client has decoded the recording already: 16 bits, little-endian, mono, at 16 kHz.
    static func raw(_ query: QueryParameters) throws(Problem) -> RawFormat? {
        let words = [("true", true), ("1", true), ("false", false), ("0", false)]
        guard try query.word(encode, among: words, otherwise: true) else {
            return RawFormat(sample: .s16le, rate: 16_000, channels: 1)
        }
        return nil
    }

    /// The recording.
    static func file(of request: Request, _ configuration: ServerConfiguration) async throws -> UploadedFile {
        guard FormUpload.isForm(request.headers) else {
            throw Refusal(
                .unsupportedMediaType,
                Problem(
                    .input, "body.content-type", "the body must be a form with a file",
                    cure: "use curl -F audio_file=@talk.wav"))
        }
        let form = try await FormUpload.read(from: request, maximumBytes: configuration.maximumBodyBytes)
        guard let file = form.file else {
            throw Problem(.usage, "form.no-file", "it is missing", at: "audio_file", cure: "send a recording")
        }
        return file
    }
}
