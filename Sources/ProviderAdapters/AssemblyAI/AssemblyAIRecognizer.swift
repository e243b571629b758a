// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// Speech to text by AssemblyAI, with the time and the confidence of every word. It uploads the audio, makes a transcript of it,
/// asks until that is complete, and deletes it with the audio.
///
/// Options: `second-model`, which takes the languages that the model does not have; `terms`; `realtime` (a model that hears speech
/// while it is being said), and `end-of-turn-confidence`, `min-turn-silence` and `max-turn-silence` for it.
struct AssemblyAIRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let givesConfidence = true
    static let detectsLanguage = true
    static let varieties = Set(["en-GB", "en-AU", "en-US"].compactMap(LanguageTag.init(rawValue:)))

    var streaming: (any StreamingRecognizer)? {
        guard let model = declaration.options?["realtime"], let sockets = exchange.endpoint.sockets else { return nil }
        return AssemblyAIStream(declaration: declaration, exchange: exchange, sockets: sockets, model: model)
    }

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let steps = AssemblyAISteps(order: TranscriptOrder(request, declaration))
        let transcript = try await VendorJobRun(exchange: exchange, steps: steps).answer(of: upload)
        return Recognition(
            text: (transcript.text ?? "").withoutBrokenCharacters.trimmingBlanks,
            language: transcript.language ?? request.language,
            confidence: transcript.confidence?.number.flatMap { (0...1).contains($0) ? $0 : nil },
            words: (transcript.words ?? []).compactMap {
                Recognition.Word(
                    told: $0.text, start: $0.start?.milliseconds, end: $0.end?.milliseconds,
                    confidence: $0.confidence?.number, within: upload.seconds)
            }.inOrder,
            signals: RecognitionSignals(
                language: transcript.language_code,
                languageProbability: request.candidates.isEmpty ? nil : transcript.probability),
            usage: Usage(audioSeconds: transcript.audio_duration?.consumedSeconds ?? upload.seconds))
    }
}

private struct AssemblyAISteps: JobSteps {
    let order: TranscriptOrder

    var task: String { "\(order)" }

    func send(_ upload: AudioUpload, over exchange: Exchange) async throws -> String? {
        struct Uploaded: Decodable {
            var upload_url: String
        }
        let response = try await exchange.send(
            .post, "/v2/upload", contentType: "application/octet-stream", upload.bytes, accept: "application/json")
        return try await exchange.document(Uploaded.self, of: response).upload_url
    }

    func make(
        of file: String?, _ upload: AudioUpload, over exchange: Exchange
    ) async throws -> MadeJob<Transcript> {
        var order = order
        order.audio_url = file
        let made = try await exchange.document(
            VendorName.self, of: try await exchange.post("/v2/transcript", json: order, accept: "application/json"))
        return MadeJob(id: made.id)
    }

    func state(of id: String, over exchange: Exchange) async throws -> JobState<Transcript> {
        let response = try await exchange.send(
            .get, "/v2/transcript/\(percentEncoded(id))", accept: "application/json")
        // A transcript that failed has the member that other documents have for an error alone.
        let transcript = try exchange.decode(
            Transcript.self, try await exchange.bytes(of: response), contentType: response.contentType)
        switch transcript.status {
        case "completed": return .done(transcript)
        case "error":
            if transcript.isSilent { return .done(transcript) }
            return .failed(
                exchange.error(.unusable, "its transcript ended with an error: \(transcript.error ?? "none is told")"))
        case "queued", "processing": return .working
        default: return .failed(exchange.error(.unusable, "its transcript has the state '\(transcript.status)'"))
        }
    }

    static func places(of job: OpenJob) -> [String] {
        job.id.map { ["/v2/transcript/\(percentEncoded($0))"] } ?? []
    }
}

/// What a transcript is to be.
private struct TranscriptOrder: Encodable {
    struct Detection: Encodable {
        var expected_languages: [String]
    }

    var audio_url: String?
    var speech_models: [String]
    var language_code: String?
    var language_detection: Bool?
    var language_detection_options: Detection?
    var keyterms_prompt: [String]?

    init(_ request: RecognitionRequest, _ declaration: RecognitionDeclaration) {
        speech_models = [declaration.model] + [declaration.options?["second-model"]].compactMap(\.self)
        if let tag = request.knownTag {
            language_code =
                switch tag.rawValue {
                case "en-GB": "en_uk"
                case "en-AU": "en_au"
                case "en-US": "en_us"
                default: tag.code.spokenCode
                }
        } else {
            language_detection = true
            language_detection_options = Detection(expected_languages: request.candidates.map(\.spokenCode))
        }
        keyterms_prompt = declaration.terms
    }
}

/// Decoding requires only the state.
private struct Transcript: Decodable, Sendable {
    struct Word: Decodable {
        var text: String
        var start: LenientNumber?
        var end: LenientNumber?
        var confidence: LenientNumber?
    }

    var status: String
    var text: String?
    var words: [Word]?
    var confidence: LenientNumber?
    var language_code: String?
    var language_confidence: LenientNumber?
    /// Whole seconds.
    var audio_duration: LenientNumber?
    var error: String?

    enum CodingKeys: CodingKey {
        case status, text, words, confidence, language_code, language_confidence, audio_duration, error
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        status = try members.decode(String.self, forKey: .status)
        // A null text is silence. A text of another kind is none.
        text = try members.decodeIfPresent(String.self, forKey: .text)
        if status == "completed", !members.contains(.text) {
            throw DecodingError.keyNotFound(
                CodingKeys.text, .init(codingPath: decoder.codingPath, debugDescription: "no text"))
        }
        words = members.readableList(.words)
        confidence = members.readable(.confidence)
        language_code = members.readable(.language_code)
        language_confidence = members.readable(.language_confidence)
        audio_duration = members.readable(.audio_duration)
        error = members.readable(.error)
    }

    /// Whether the vendor could not find out the language because there was no speech.
    var isSilent: Bool { error?.lowercased().contains("no spoken audio") ?? false }

    /// The part before `_` is the language: `en_us`.
    var language: LanguageCode? {
        language_code.flatMap { try? LanguageCode(parsing: $0.replacing("_", with: "-")) }
    }

    var probability: Double? { language_confidence?.number.flatMap { (0...1).contains($0) ? $0 : nil } }
}
