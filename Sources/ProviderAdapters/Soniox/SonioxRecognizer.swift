// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// Speech to text by Soniox, with the time and the confidence of every word. It uploads the audio, makes a transcription of it,
/// asks until that is complete, and deletes both: the vendor never does.
///
/// Options: `terms`, `realtime` (a model that hears speech while it is being said).
struct SonioxRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let givesConfidence = true
    static let detectsLanguage = true

    var streaming: (any StreamingRecognizer)? {
        guard let model = declaration.options?["realtime"], let sockets = exchange.endpoint.sockets else { return nil }
        return SonioxStream(declaration: declaration, exchange: exchange, sockets: sockets, model: model)
    }

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let steps = SonioxSteps(order: TranscriptionOrder(request, declaration))
        let (transcript, seconds) = try await VendorJobRun(exchange: exchange, steps: steps).answer(of: upload)
        return Recognition(
            text: transcript.text.withoutBrokenCharacters.trimmingBlanks,
            language: transcript.language.flatMap { try? LanguageCode(parsing: $0) } ?? request.language,
            confidence: transcript.tokens.compactMap(\.confidence?.number).meanConfidence,
            words: WholeWords(transcript.tokens.map(\.reported), in: transcript.text).words(within: upload.seconds),
            signals: RecognitionSignals(language: transcript.language),
            usage: Usage(audioSeconds: seconds ?? upload.seconds))
    }
}

private struct SonioxSteps: JobSteps {
    let order: TranscriptionOrder

    var task: String { "\(order)" }

    func send(_ upload: AudioUpload, over exchange: Exchange) async throws -> String? {
        var form = MultipartForm()
        form.addFile("file", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        let response = try await exchange.post("/v1/files", form: form, accept: "application/json")
        return try await exchange.document(VendorName.self, of: response).id
    }

    func make(
        of file: String?, _ upload: AudioUpload, over exchange: Exchange
    ) async throws -> MadeJob<Answer> {
        var order = order
        order.file_id = file
        let response = try await exchange.post("/v1/transcriptions", json: order, accept: "application/json")
        return MadeJob(id: try await exchange.document(VendorName.self, of: response).id)
    }

    func state(of id: String, over exchange: Exchange) async throws -> JobState<Answer> {
        let path = "/v1/transcriptions/\(percentEncoded(id))"
        let response = try await exchange.send(.get, path, accept: "application/json")
        let transcription = try await exchange.document(Transcription.self, of: response)
        switch transcription.status {
        case "completed":
            let response = try await exchange.send(.get, "\(path)/transcript", accept: "application/json")
            let transcript = try await exchange.document(Transcript.self, of: response)
            return .done((transcript, transcription.audio_duration_ms?.consumedSeconds.map { $0 / 1_000 }))
        // One page of the vendor's says `failed`, its interface says `error`.
        case "error", "failed":
            let why = transcription.error_message ?? transcription.error_type ?? "none is told"
            return .failed(exchange.error(.unusable, "its transcription ended with an error: \(why)"))
        case "queued", "processing": return .working
        default:
            return .failed(exchange.error(.unusable, "its transcription has the state '\(transcription.status)'"))
        }
    }

    static func places(of job: OpenJob) -> [String] {
        [
            job.id.map { "/v1/transcriptions/\(percentEncoded($0))" },
            job.file.map { "/v1/files/\(percentEncoded($0))" },
        ].compactMap(\.self)
    }

    typealias Answer = (transcript: Transcript, seconds: Double?)
}

/// What the vendor is told about the speech.
struct SonioxContext: Encodable {
    var terms: [String]
}

/// What a transcription is to be.
private struct TranscriptionOrder: Encodable {
    var model: String
    var file_id: String?
    var language_hints: [String]
    var language_hints_strict = true
    var enable_language_identification: Bool
    var context: SonioxContext?

    init(_ request: RecognitionRequest, _ declaration: RecognitionDeclaration) {
        model = declaration.model
        language_hints = (request.knownLanguage.map { [$0] } ?? request.candidates).map(\.spokenCode)
        enable_language_identification = request.knownLanguage == nil
        context = declaration.terms.map(SonioxContext.init)
    }
}

/// Decoding requires only the state.
private struct Transcription: Decodable {
    var status: String
    var audio_duration_ms: LenientNumber?
    var error_type: String?
    var error_message: String?

    enum CodingKeys: CodingKey { case status, audio_duration_ms, error_type, error_message }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(String.self, forKey: .status)
        audio_duration_ms = members.readable(.audio_duration_ms)
        error_type = members.readable(.error_type)
        error_message = members.readable(.error_message)
    }
}

/// Decoding requires only the text, which may be null.
private struct Transcript: Decodable, Sendable {
    /// A piece of a word. A word begins with a space.
    struct Token: Decodable {
        var text: String
        var start_ms: LenientNumber?
        var end_ms: LenientNumber?
        var confidence: LenientNumber?
        var language: String?

        var reported: ReportedWord {
            ReportedWord(
                text: text, start: start_ms?.milliseconds, end: end_ms?.milliseconds, confidence: confidence?.number)
        }
    }

    var text: String
    var tokens: [Token]

    enum CodingKeys: CodingKey { case text, tokens }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        text = try members.decode(String?.self, forKey: .text) ?? ""
        tokens = members.readableList(.tokens) ?? []
    }

    /// The language that most letters are in; nil if none is told.
    var language: String? {
        var letters: [String: Int] = [:]
        for token in tokens { if let language = token.language { letters[language, default: 0] += token.text.count } }
        return letters.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}
