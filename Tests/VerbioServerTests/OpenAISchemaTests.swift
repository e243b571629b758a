import Foundation
import Language
import Providers
import SimulatedProviders
import StandIns
import Testing
import VerbioTesting

/// The answers below `/v1` against the vendor's own document, if it is next to the repository.
@Suite(
    "The answers to OpenAI's clients and OpenAI's document", .serialized, .timeLimit(.minutes(5)),
    .enabled(
        if: FileManager.default.fileExists(atPath: OpenAIDocument.path),
        "the vendor's document is not beside the repository (../shared/providers/specs/openai-audio-chat.json)"))
struct OpenAISchemaTests {
    private let check: SchemaCheck

    init() throws {
        check = SchemaCheck(
            document: try JSONDocument(parsing: Array(Data(contentsOf: URL(filePath: OpenAIDocument.path)))))
    }

    /// What is wrong with an answer, one line each. A member that the schema does not name is wrong, too.
    private func problems(_ answer: JSONDocument, _ name: String) throws -> [String] {
        let schema = try #require(check.document["components"]?["schemas"]?[name], "there is no schema \(name)")
        return check.problems(of: answer, schema)
    }

    private func problems(_ answer: HTTPConnection.Answer, _ name: String) throws -> [String] {
        try problems(try JSONDocument(parsing: answer.body), name)
    }

    private static func send(
        _ server: RunningServer, _ fields: [(String, String)], to path: String = "transcriptions"
    ) async throws -> HTTPConnection.Answer {
        var body = Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n".utf8)
        body += try Recordings.wav(seconds: 4) + Array("\r\n".utf8)
        for (name, value) in [("model", "whisper-1"), ("language", "en")] + fields {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        return try await server.send(
            "POST", "/v1/audio/\(path)", fields: ["Content-Type: multipart/form-data; boundary=b"],
            body: body + Array("--b--\r\n".utf8))
    }

    private static let detailed = [
        ("response_format", "verbose_json"), ("timestamp_granularities[]", "segment"),
        ("timestamp_granularities[]", "word"),
    ]

    /// The events of a stream; the last line, `[DONE]`, is none.
    private static func events(_ answer: HTTPConnection.Answer) throws -> [JSONDocument] {
        #expect(answer.fields["content-type"] == "text/event-stream; charset=utf-8")
        return try answer.text.split(separator: "\n").filter { $0.hasPrefix("data: {") }.map {
            try JSONDocument(parsing: Array($0.dropFirst(6).utf8))
        }
    }

    @Test("given a recognizer with times, when a recording is transcribed, then each JSON answer is of the schema")
    func transcriptions() async throws {
        let service = SampleService(hooks: .init(recognizer: try TimedEars()))
        try await withServer(service) { server in
            #expect(try problems(try await Self.send(server, []), "CreateTranscriptionResponseJson") == [])
            let answer = try await Self.send(server, Self.detailed)
            let verbose = try JSONDocument(parsing: answer.body)
            #expect(verbose["words"]?.array?.isEmpty == false && verbose["segments"]?.array?.isEmpty == false)
            // OpenAI's own answers have it, too.
            #expect(
                try problems(verbose, "CreateTranscriptionResponseVerboseJson") == [" has task, which is not known"])
            let diarized = try await Self.send(server, [("response_format", "diarized_json")])
            #expect(try JSONDocument(parsing: diarized.body)["segments"]?.array?.isEmpty == false)
            #expect(try problems(diarized, "CreateTranscriptionResponseDiarizedJson") == [])
        }
    }

    @Test("given a request for events, when a recording is transcribed, then each event is of the schema")
    func transcriptEvents() async throws {
        try await withServer { server in
            let events = try Self.events(try await Self.send(server, [("stream", "true")]))
            #expect(events.last?["type"] == "transcript.text.done" && events.count > 1)
            let diarized = try Self.events(
                try await Self.send(server, [("stream", "true"), ("response_format", "diarized_json")]))
            #expect(diarized.contains { $0["type"] == "transcript.text.segment" })
            for event in events + diarized {
                #expect(try problems(event, "CreateTranscriptionResponseStreamEvent") == [])
            }
        }
    }

    @Test("given a recording, when it is translated, then each JSON answer is of the schema")
    func translations() async throws {
        try await withServer { server in
            func translate(_ fields: [(String, String)]) async throws -> JSONDocument {
                let answer = try await Self.send(server, fields + [("target_language", "fr")], to: "translations")
                return try JSONDocument(parsing: answer.body)
            }
            #expect(try problems(try await translate([]), "CreateTranslationResponseJson") == [])
            let verbose = try await translate([("response_format", "verbose_json")])
            #expect(verbose["segments"]?.array?.isEmpty == false)
            #expect(
                try problems(verbose, "CreateTranslationResponseVerboseJson") == [" has task, which is not known"])
        }
    }

    @Test("given the engines of a run, when models are listed and retrieved, then they are of the schema")
    func models() async throws {
        try await withServer { server in
            _ = try await Self.send(server, [])
            let list = try await server.send("GET", "/v1/models")
            #expect(try problems(list, "ListModelsResponse") == [])
            let ids = try JSONDocument(parsing: list.body)["data"]?.array?.compactMap { $0["id"]?.string } ?? []
            #expect(ids.count > 2)
            for id in ids { #expect(try problems(try await server.send("GET", "/v1/models/\(id)"), "Model") == []) }
        }
    }

    @Test("given a request for events, when a text is spoken, then each event is of the schema")
    func speechEvents() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/v1/audio/speech", fields: ["Content-Type: application/json"],
                body: Array(
                    #"{"model":"m","input":"Hello.","voice":"alloy","response_format":"wav","stream_format":"sse"}"#
                        .utf8))
            let events = try Self.events(answer)
            #expect(events.last?["type"] == "speech.audio.done" && events.count > 1)
            for event in events { #expect(try problems(event, "CreateSpeechResponseStreamEvent") == []) }
        }
    }

    @Test(
        "given a refused request, when it is below /v1, then the error is of the schema",
        arguments: RefusedRequest.openAI)
    func errors(request: RefusedRequest) async throws {
        let answer = try await request.answer()
        // What is no request for an address cannot be known to be below /v1.
        guard answer.status != 431 else { return }
        // A conversation that was begun is named, beyond the schema.
        let known = [".error has conversation, which is not known"]
        let found = try problems(answer, "ErrorResponse")
        #expect(found == [] || found == known)
    }

    /// The check itself: it must see what is wrong.
    @Test("given a wrong answer, when it is compared with the schema, then what is wrong is found")
    func wrongAnswers() throws {
        func count(_ text: String, _ name: String) throws -> Int {
            try problems(try JSONDocument(parsing: Array(text.utf8)), name).count
        }
        #expect(try count(#"{"text":"a"}"#, "CreateTranscriptionResponseJson") == 0)
        #expect(try count(#"{"text":1}"#, "CreateTranscriptionResponseJson") == 1)
        #expect(
            try count(#"{"text":"a","usage":{"type":"seconds","seconds":1}}"#, "CreateTranscriptionResponseJson") == 1)
        #expect(try count(#"{"type":"transcript.text.delta"}"#, "CreateTranscriptionResponseStreamEvent") == 1)
        #expect(try count(#"{"error":{"message":"a","type":"b","code":"c"}}"#, "ErrorResponse") == 1)
        #expect(try count(#"{"id":"a","object":"model","created":0.5,"owned_by":"b"}"#, "Model") == 1)
    }
}

/// The simulated recognizer with a time for each word.
private struct TimedEars: SpeechRecognizer {
    private let base: any SpeechRecognizer

    init() throws { base = try SimulatedProviders.recognizer("sim:instant") }

    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        var answer = try await base.recognize(request, hypothesis: hypothesis)
        answer.words = answer.text.split(separator: " ").enumerated().map { place, word in
            Recognition.Word(text: String(word), start: Double(place) * 0.1, end: Double(place + 1) * 0.1)
        }
        return answer
    }
}

private enum OpenAIDocument {
    static let path = SpeechFixtures.packageRoot + "/../shared/providers/specs/openai-audio-chat.json"
}
