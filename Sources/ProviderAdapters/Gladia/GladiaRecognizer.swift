// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// Speech to text by Gladia, with the time and the confidence of every word. It uploads the audio, makes a job of it, asks until
/// that is done, and deletes it with the audio.
///
/// The model `solaria-3` needs to know the language. Options: `terms`.
struct GladiaRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let givesConfidence = true
    static let detectsLanguage = true

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        guard request.knownLanguage != nil || declaration.model != "solaria-3" else {
            throw exchange.error(
                .unsupported, "solaria-3 cannot detect the spoken language",
                cure: "name the language, or use gladia/solaria-1")
        }
        let steps = GladiaSteps(order: PreRecordedOrder(request, declaration))
        let result = try await VendorJobRun(exchange: exchange, steps: steps).answer(of: upload)
        let heard = result.transcription
        let words = heard.utterances.flatMap { $0.words ?? [] }
        let language = heard.languages?.first ?? heard.utterances.lazy.compactMap(\.language).first
        return Recognition(
            text: heard.full_transcript.withoutBrokenCharacters.trimmingBlanks,
            language: language.flatMap { try? LanguageCode(parsing: $0) } ?? request.language,
            confidence: words.compactMap(\.confidence?.number).meanConfidence,
            words: words.compactMap {
                Recognition.Word(
                    told: $0.word, start: $0.start?.number, end: $0.end?.number, confidence: $0.confidence?.number,
                    within: upload.seconds)
            }.inOrder, signals: RecognitionSignals(language: language),
            usage: Usage(
                audioSeconds: (result.metadata?.billing_time ?? result.metadata?.audio_duration)?.consumedSeconds
                    ?? upload.seconds))
    }
}

private struct GladiaSteps: JobSteps {
    let order: PreRecordedOrder

    var task: String { "\(order)" }

    func send(_ upload: AudioUpload, over exchange: Exchange) async throws -> String? {
        struct Uploaded: Decodable {
            var audio_url: String
        }
        var form = MultipartForm()
        form.addFile("audio", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        let response = try await exchange.post("/v2/upload", form: form, accept: "application/json")
        return try await exchange.document(Uploaded.self, of: response).audio_url
    }

    func make(
        of file: String?, _ upload: AudioUpload, over exchange: Exchange
    ) async throws -> MadeJob<Result> {
        var order = order
        order.audio_url = file
        let response = try await exchange.post("/v2/pre-recorded", json: order, accept: "application/json")
        return MadeJob(id: try await exchange.document(VendorName.self, of: response).id)
    }

    func state(of id: String, over exchange: Exchange) async throws -> JobState<Result> {
        let response = try await exchange.send(
            .get, "/v2/pre-recorded/\(percentEncoded(id))", accept: "application/json")
        let job = try await exchange.document(Job.self, of: response)
        switch job.status {
        case "done":
            if let result = job.result { return .done(result) }
            return .failed(exchange.error(.unusable, "its job is done and has no transcription"))
        case "error":
            let code = job.error_code?.count.map { " with the code \($0)" } ?? ""
            // Below 500, the same audio would fail again.
            let isOurs = job.error_code?.number.map { (400..<500).contains($0) } ?? false
            return .failed(exchange.error(isOurs ? .rejected : .unusable, "its job ended with an error\(code)"))
        case "queued", "processing": return .working
        default: return .failed(exchange.error(.unusable, "its job has the state '\(job.status)'"))
        }
    }

    static func places(of job: OpenJob) -> [String] {
        job.id.map { ["/v2/pre-recorded/\(percentEncoded($0))"] } ?? []
    }
}

/// What a job is to do.
private struct PreRecordedOrder: Encodable {
    struct Languages: Encodable {
        var languages: [String]
    }

    struct Vocabulary: Encodable {
        var vocabulary: [String]
    }

    var audio_url: String?
    var model: String
    var language_config: Languages
    var custom_vocabulary: Bool?
    var custom_vocabulary_config: Vocabulary?

    init(_ request: RecognitionRequest, _ declaration: RecognitionDeclaration) {
        model = declaration.model
        language_config = Languages(
            languages: (request.knownLanguage.map { [$0] } ?? request.candidates).map(\.spokenCode))
        if let terms = declaration.terms {
            (custom_vocabulary, custom_vocabulary_config) = (true, Vocabulary(vocabulary: terms))
        }
    }
}

/// Decoding requires only the state.
private struct Job: Decodable {
    var status: String
    /// A status of HTTP.
    var error_code: LenientNumber?
    var result: Result?

    enum CodingKeys: CodingKey { case status, error_code, result }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(String.self, forKey: .status)
        error_code = members.readable(.error_code)
        result = status == "done" ? try members.decodeIfPresent(Result.self, forKey: .result) : nil
    }
}

/// Decoding requires only the text, which may be null.
private struct Result: Decodable, Sendable {
    struct Metadata: Decodable {
        var audio_duration: LenientNumber?
        var billing_time: LenientNumber?
    }

    struct Word: Decodable {
        var word: String
        var start: LenientNumber?
        var end: LenientNumber?
        var confidence: LenientNumber?
    }

    struct Utterance: Decodable {
        var words: [Word]?
        var language: String?

        enum CodingKeys: CodingKey { case words, language }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            words = members.readableList(.words)
            language = members.readable(.language)
        }
    }

    struct Transcription: Decodable {
        var full_transcript: String
        var languages: [String]?
        var utterances: [Utterance]

        enum CodingKeys: CodingKey { case full_transcript, languages, utterances }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            full_transcript = try members.decode(String?.self, forKey: .full_transcript) ?? ""
            languages = members.readableList(.languages)
            utterances = members.readableList(.utterances) ?? []
        }
    }

    var metadata: Metadata?
    var transcription: Transcription

    enum CodingKeys: CodingKey { case metadata, transcription }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        metadata = members.readable(.metadata)
        transcription = try members.decode(Transcription.self, forKey: .transcription)
    }
}
