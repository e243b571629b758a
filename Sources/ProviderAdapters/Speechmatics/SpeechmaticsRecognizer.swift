// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import FoundationEssentials
internal import HTTPTypes
internal import Language
internal import Plumbing
internal import Providers

/// Speech to text by Speechmatics' jobs, with the time and the confidence of every word.
///
/// The request that makes a job waits for its end. It finds the language only in a minute of speech or more, so the language is
/// always named. Options: `domain`, as the vendor calls it.
struct SpeechmaticsRecognizer: RecognitionAdapter {
    let declaration: RecognitionDeclaration
    let exchange: Exchange
    static let givesConfidence = true
    static let varieties = Set(["zh-Hant", "en-GB", "en-AU", "en-US"].compactMap(LanguageTag.init(rawValue:)))

    func recognize(
        _ request: RecognitionRequest, _ upload: AudioUpload, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        let steps = SpeechmaticsSteps(configuration: Configuration(request.tag(of: request.language), declaration))
        let transcript = try await VendorJobRun(exchange: exchange, steps: steps).answer(of: upload)
        return recognition(transcript, request, upload)
    }

    private func recognition(
        _ transcript: Transcript, _ request: RecognitionRequest, _ upload: AudioUpload
    ) -> Recognition {
        let pieces = transcript.results.filter { $0.best?.content != nil }
        var text = ""
        for piece in pieces {
            let joins = text.isEmpty || piece.attaches_to == "previous" || piece.attaches_to == "both"
            text += (joins ? "" : transcript.delimiter(in: request.language)) + (piece.best?.content ?? "")
        }
        let words = pieces.filter { $0.type == "word" }
        return Recognition(
            text: text.withoutBrokenCharacters.trimmingBlanks, language: request.language,
            confidence: words.compactMap { $0.best?.confidence?.number }.meanConfidence,
            words: words.compactMap {
                Recognition.Word(
                    told: $0.best?.content ?? "", start: $0.start_time?.number, end: $0.end_time?.number,
                    confidence: $0.best?.confidence?.number, within: upload.seconds)
            }.inOrder, usage: Usage(audioSeconds: upload.seconds))
    }
}

private struct SpeechmaticsSteps: JobSteps {
    let configuration: Configuration

    /// The seconds for which a request waits. The time to the first byte of a recognition is longer.
    private static let wait = 30

    var task: String { "\(configuration)" }

    func send(_ upload: AudioUpload, over exchange: Exchange) async throws -> String? { nil }

    func make(
        of file: String?, _ upload: AudioUpload, over exchange: Exchange
    ) async throws -> MadeJob<Transcript> {
        guard let json = try? JSONEncoder.sorted.encode(configuration) else {
            throw exchange.error(.rejected, "the request cannot be written as JSON", cure: "check its options")
        }
        var form = MultipartForm()
        form.add("config", String(decoding: json, as: UTF8.self))
        form.addFile("data_file", fileName: upload.fileName, contentType: upload.encoding.contentType, upload.bytes)
        let job = try await exchange.document(
            Job.self, of: try await exchange.post("/v2/jobs/?wait=\(Self.wait)&format=json-v2", form: form))
        var made = MadeJob<Transcript>(id: job.id)
        if job.status == "rejected" || job.status == "deleted" {
            made.state = .failed(
                exchange.error(.unusable, "its job was \(job.status ?? "ended") before it had an answer"))
        } else if let transcript = job.transcript {
            made.state = .done(transcript)
        }
        return made
    }

    func state(of id: String, over exchange: Exchange) async throws -> JobState<Transcript> {
        do {
            let response = try await exchange.send(
                .get, "/v2/jobs/\(percentEncoded(id))/transcript?format=json-v2&wait=\(Self.wait)",
                accept: "application/json")
            return .done(try await exchange.document(Transcript.self, of: response))
        } catch let error as ProviderError where error.failure == .missing {
            // 404 until the transcript is there.
            return .working
        }
    }

    static func places(of job: OpenJob) -> [String] {
        job.id.map { ["/v2/jobs/\(percentEncoded($0))?force=true"] } ?? []
    }
}

/// What a job is to do.
private struct Configuration: Encodable {
    struct Transcription: Encodable {
        var language: String
        var model: String
        var domain: String?
        var output_locale: String?
    }

    var type = "transcription"
    var transcription_config: Transcription

    init(_ tag: LanguageTag, _ declaration: RecognitionDeclaration) {
        let locale: String? =
            switch tag.rawValue {
            case "zh": "cmn-Hans"
            case "zh-Hant": "cmn-Hant"
            case "en-GB", "en-AU", "en-US": tag.rawValue
            default: nil
            }
        transcription_config = Transcription(
            language: tag.code == .zh ? "cmn" : tag.code.spokenCode, model: declaration.model,
            domain: declaration.options?["domain"], output_locale: locale)
    }
}

/// A job as the request that made it reports it. Decoding requires only its name.
private struct Job: Decodable {
    var id: String
    var status: String?
    var transcript: Transcript?

    private enum CodingKeys: String, CodingKey {
        case id, status
        case transcript = "json-v2"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        status = members.readable(.status)
        transcript = try members.decodeIfPresent(Transcript.self, forKey: .transcript)
    }
}

/// Decoding requires only the list of results, which is empty for silence.
private struct Transcript: Decodable {
    struct Alternative: Decodable {
        var content: String?
        var confidence: LenientNumber?
    }

    struct Piece: Decodable {
        var type: String?
        var start_time: LenientNumber?
        var end_time: LenientNumber?
        var attaches_to: String?
        var alternatives: [Alternative]?

        var best: Alternative? { alternatives?.first }
    }

    struct Metadata: Decodable {
        struct Pack: Decodable {
            var word_delimiter: String?
        }

        var language_pack_info: Pack?
    }

    var results: [Piece]
    var metadata: Metadata?

    private enum CodingKeys: CodingKey { case results, metadata }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // A null list is silence; a missing one is no answer.
        results =
            try members.decodeNil(forKey: .results)
            ? [] : members.decode([Readable<Piece>].self, forKey: .results).compactMap(\.value)
        metadata = members.readable(.metadata)
    }

    /// What is between two words.
    func delimiter(in language: LanguageCode) -> String {
        metadata?.language_pack_info?.word_delimiter ?? (language.isWrittenWithoutSpaces ? "" : " ")
    }
}
