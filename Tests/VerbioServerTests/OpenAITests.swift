import Audio
import Conversations
import Foundation
import Language
import Plumbing
import Providers
import Testing
import VerbioServer
import VerbioService
import VerbioTesting

/// The addresses below `/v1`.
@Suite("The interface of OpenAI's clients", .serialized, .timeLimit(.minutes(5)))
struct OpenAITests {
    private static let type = "Content-Type: multipart/form-data; boundary=b"

    private static func form(_ fields: [(String, String)], seconds: Int = 4) throws -> [UInt8] {
        var body: [UInt8] = []
        // Some clients send the file first.
        body += Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n".utf8)
        body += try Recordings.wav(seconds: seconds) + Array("\r\n".utf8)
        for (name, value) in [("model", "whisper-1")] + fields {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        return body + Array("--b--\r\n".utf8)
    }

    private static func transcribe(
        _ server: RunningServer, _ fields: [(String, String)], _ path: String = "transcriptions"
    ) async throws -> HTTPConnection.Answer {
        try await server.send("POST", "/v1/audio/\(path)", fields: [type], body: form(fields))
    }

    @Test(
        "given a refused request, when it is below /v1, then the answer has OpenAI's shape",
        arguments: RefusedRequest.openAI)
    func refusals(request: RefusedRequest) async throws {
        let answer = try await request.answer()
        #expect(answer.status == request.status)
        // What is no request for an address cannot be known to be below /v1.
        guard answer.status != 431 else { return }
        #expect(answer.fields["content-type"] == "application/json")
        let error = try #require(try JSON.object(answer.body)["error"] as? [String: Any])
        let sentence = RefusalSentence(try #require(error["message"] as? String))
        #expect(sentence.names(request.place))
        #expect(sentence.faults(status: request.status, cure: nil).isEmpty)
        #expect(error["code"] as? String == request.code)
        #expect(error["type"] as? String == (request.status < 500 ? "invalid_request_error" : "server_error"))
        #expect(error.keys.contains("param"))
    }

    @Test(
        "given what finished clients send, then it is done, and what has no effect is named",
        arguments: [
            ([("language", "en"), ("vad_filter", "true"), ("user", "u1")], "", "vad_filter, user"),
            ([("language", "en"), ("response_format", ""), ("stream", "")], "", nil),
            (
                [("language", "en"), ("timestamp_granularities[0]", "word"), ("response_format", "verbose_json")], "",
                nil
            ),
            ([("language", "en"), ("timestamp_granularities", "[\"word\",\"segment\"]")], "", nil),
            ([("language", "en"), ("speakers[]", "a"), ("speakers[]", "b")], "", "speakers[], speakers[]"),
            ([("language", "en")], "?api-version=2024-06-01", "api-version"),
            ([("language", "en"), ("stream", "null"), ("response_format", "undefined")], "", nil),
            ([("language", "en"), ("stream", "1")], "", nil), ([("language", "en"), ("stream", "off")], "", nil),
            ([("language", "English"), ("response_format", "JSON")], "", nil),
        ] as [([(String, String)], String, String?)])
    func forms(fields: [(String, String)], query: String, ignored: String?) async throws {
        try await withServer(SampleService()) { server in
            let answer = try await Self.transcribe(server, fields, "transcriptions" + query)
            #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
            #expect(answer.fields["verbio-ignored"] == ignored)
        }
    }

    @Test(
        "given what finished clients send for speech, then it is spoken",
        arguments: [
            (#""model":"tts-1","voice":"alloy","stream":false"#, "stream"),
            (#""voice":"alloy","lang_code":"a""#, "lang_code"), (#""voice":"alloy","speed":"1.0""#, nil),
            (#""model":"tts-1","response_format":"","language":"auto""#, nil),
            (#""volume_multiplier":1"#, "volume_multiplier"), (#""response_format":"WAV""#, nil),
            (#""stream_format":"SSE""#, nil),
            (#""voice":"None","response_format":"null","speed":"undefined","language":"null""#, nil),
        ])
    func speechForms(members: String, ignored: String?) async throws {
        try await withServer(SampleService()) { server in
            let answer = try await server.send(
                "POST", "/v1/audio/speech", fields: ["Content-Type: application/json"],
                body: Array("{\"input\":\"Hello\",\(members)}".utf8))
            #expect(answer.status == 200, "\(String(decoding: answer.body.prefix(300), as: UTF8.self))")
            #expect(answer.fields["verbio-ignored"] == ignored)
        }
    }

    @Test("given a recording, when it is transcribed, then each format has the same text")
    func formats() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let plain = try JSON.object(try await Self.transcribe(server, [("language", "en")]).body)
            let text = try #require(plain["text"] as? String)
            #expect(!text.isEmpty && (plain["usage"] as? [String: Any])?["type"] as? String == "duration")
            #expect(
                service.requests.withLock { $0.map { "\($0.pair) \($0.isTranslated) \($0.isSpoken)" } } == [
                    "en false false"
                ])
            let bare = try await Self.transcribe(server, [("language", "en"), ("response_format", "text")])
            #expect(bare.text == text + "\n" && bare.fields["content-type"] == "text/plain; charset=utf-8")
            let verbose = try JSON.object(
                try await Self.transcribe(
                    server,
                    [
                        ("language", "en"), ("response_format", "verbose_json"),
                        ("timestamp_granularities[]", "segment"), ("timestamp_granularities[]", "word"),
                    ]
                ).body)
            #expect(verbose["text"] as? String == text && verbose["language"] as? String == "english")
            #expect(verbose["duration"] as? Double == 4)
            let segments = try #require(verbose["segments"] as? [[String: Any]])
            #expect(segments.map { $0["text"] as? String ?? "" }.joined(separator: " ") == text)
            let keys: Set = [
                "id", "seek", "start", "end", "text", "tokens", "temperature", "avg_logprob", "compression_ratio",
                "no_speech_prob",
            ]
            #expect(segments.allSatisfy { Set($0.keys) == keys })
            #expect(verbose["words"] != nil)
            let srt = try await Self.transcribe(server, [("language", "en"), ("response_format", "srt")])
            #expect(
                srt.text.hasPrefix("1\n00:00:0")
                    && srt.fields["content-type"]?.hasPrefix("application/x-subrip") == true)
            let vtt = try await Self.transcribe(server, [("language", "en"), ("response_format", "vtt")])
            #expect(vtt.text.hasPrefix("WEBVTT"))
        }
    }

    @Test("given a request for events, when utterances are recognized, then their texts together are the transcript")
    func stream() async throws {
        try await withServer { server in
            let plain = try JSON.object(try await Self.transcribe(server, [("language", "en")]).body)
            let answer = try await Self.transcribe(server, [("language", "en"), ("stream", "True")])
            #expect(answer.fields["content-type"] == "text/event-stream; charset=utf-8")
            let lines = answer.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map { $0.dropFirst(6) }
            #expect(lines.last == "[DONE]")
            let events = try lines.dropLast().map { try JSON.object(Array($0.utf8)) }
            let deltas = events.filter { $0["type"] as? String == "transcript.text.delta" }
            #expect(deltas.compactMap { $0["delta"] as? String }.joined() == plain["text"] as? String)
            #expect(events.last?["type"] as? String == "transcript.text.done")
            #expect(events.last?["text"] as? String == plain["text"] as? String)
        }
    }

    @Test("given no language, when it is detected, then it is the language of the transcript; else it is required")
    func detection() async throws {
        for (heard, status) in [(LanguageTag(.fr), 200), (nil, 400)] {
            let service = SampleService(hooks: .init(language: heard))
            try await withServer(service) { server in
                let answer = try await Self.transcribe(server, [])
                #expect(answer.status == status)
                #expect(service.requests.withLock { $0.map(\.pair.from) } == (heard.map { [$0.code] } ?? []))
                guard heard == nil else { return }
                let error = try JSON.object(answer.body)["error"] as? [String: Any]
                #expect(
                    error?["message"] as? String
                        == "language: the language of the recording cannot be detected here; pass it, such as language=en"
                )
                #expect(error?["param"] as? String == "language")
            }
        }
    }

    @Test(
        "given a recording, when it is translated, then the text is in English or in the language that is requested",
        arguments: [
            ([("language", "fr")], "fr → en", "english"),
            ([("language", "en"), ("target_language", "ja")], "en → ja", "japanese"),
            ([("language", "en")], "en", "english"),
        ])
    func translations(fields: [(String, String)], pair: String, language: String) async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let answer = try await Self.transcribe(
                server, fields + [("response_format", "verbose_json")], "translations")
            #expect(answer.status == 200)
            let verbose = try JSON.object(answer.body)
            #expect(verbose["language"] as? String == language)
            #expect((verbose["segments"] as? [Any])?.isEmpty == false && (verbose["text"] as? String)?.isEmpty == false)
            #expect(service.requests.withLock { $0.map { "\($0.pair)" } } == [pair])
            let id = try #require(try await service.store.conversations(limit: 1).first?.conversation.id)
            let document = try JSON.object(try await server.send("GET", "/api/conversations/\(id)").body)
            let texts = document.utterances.map { pair.contains("→") ? $0.translation : $0.source }
            let joined = texts.compactMap(\.self).joined(separator: language == "japanese" ? "" : " ")
            #expect(verbose["text"] as? String == joined)
        }
    }

    @Test(
        "given an utterance that cannot be recognized, when the recording is transcribed, then no text with a gap is given"
    )
    func gap() async throws {
        let service = SampleService(hooks: .init(recognizer: SilentEars()))
        try await withServer(service) { server in
            let answer = try await Self.transcribe(server, [("language", "en")])
            #expect(answer.status == 502)
            let error = try #require(try JSON.object(answer.body)["error"] as? [String: Any])
            #expect(error["code"] as? String == "conversation.partial" && error["conversation"] != nil)
            let events = try await Self.transcribe(server, [("language", "en"), ("stream", "true")])
            #expect(events.text.contains("event: error\ndata: {\"error\":"))
        }
    }

    @Test(
        "given a text, when it is spoken, then each format can be decoded to the same length",
        arguments: ["wav", "flac", "opus", "pcm"])
    func speech(format: String) async throws { try await checkSpeech(format) }

    @Test(
        "given an encoder of MP3, when a text is spoken, then it can be decoded to the same length",
        .enabled(if: MP3Encoding.isInstalled, "libsndfile has no encoder of MP3"))
    func speechAsMP3() async throws { try await checkSpeech("mp3") }

    @Test(
        "given ffmpeg, when a text is spoken as AAC, then it can be decoded to the same length",
        .enabled(if: AACEncoding(ffmpeg: nil) != nil, "ffmpeg is not installed"))
    func speechAsAAC() async throws {
        try await checkSpeech("aac")
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/v1/audio/speech", fields: ["Content-Type: application/json"],
                body: Array(#"{"model":"tts-1","input":"Hello.","voice":"alloy","response_format":"aac"}"#.utf8))
            #expect(answer.fields["content-type"] == "audio/aac")
            // The sync word of ADTS.
            #expect(answer.body.first == 0xFF && answer.body.dropFirst().first.map { $0 & 0xF6 } == 0xF0)
        }
    }

    @Test(
        "given no ffmpeg, when speech is requested as AAC, then the refusal says how to get it",
        arguments: ["", "/no/ffmpeg"])
    func noAAC(path: String) async throws {
        var configuration = ServerConfiguration.test()
        configuration.ffmpeg = path
        try await withServer(configuration: configuration) { server in
            let answer = try await server.send(
                "POST", "/v1/audio/speech", fields: ["Content-Type: application/json"],
                body: Array(#"{"model":"tts-1","input":"Hello.","voice":"alloy","response_format":"aac"}"#.utf8))
            #expect(answer.status == 400)
            let error = try #require(try JSON.object(answer.body)["error"] as? [String: Any])
            #expect(error["param"] as? String == "response_format")
            let message = try #require(error["message"] as? String)
            #expect(message.contains("install ffmpeg and name it in ffmpeg.path, or use "))
            #expect(!message.hasSuffix("aac") && message.contains(" or wav or pcm"))
        }
    }

    private func checkSpeech(_ format: String) async throws {
        try await withServer { server in
            func say(_ more: String) async throws -> HTTPConnection.Answer {
                try await server.send(
                    "POST", "/v1/audio/speech", fields: ["Content-Type: application/json"],
                    body: Array(#"{"model":"tts-1","input":"Where is the station?","voice":"alloy"\#(more)}"#.utf8))
            }
            func seconds(_ bytes: [UInt8]) async throws -> Double {
                let pipe = BytePipe(capacity: bytes.count + 1)
                try await pipe.send(bytes)
                pipe.finish()
                let raw = format == "pcm" ? RawFormat(sample: .s16le, rate: 24_000, channels: 1) : nil
                let source = try await openSpeechSource(.bytes(pipe, name: "speech"), options: ReadingOptions(raw: raw))
                var count = 0
                while let block = try await source.next() { count += block.lanes[0].count }
                return Double(count) / 16_000
            }
            let answer = try await say(#","response_format":"\#(format)""#)
            #expect(answer.status == 200)
            let wanted = try await say(#","response_format":"wav""#)
            // The simulated voice has 16 bits at 16 kHz; the header is shorter than the tolerance.
            let expected = Double(wanted.body.count) / 2 / 16_000
            let length = try await seconds(answer.body)
            #expect(abs(length - expected) < 0.2 && length > 0.2, "\(length) s and not \(expected) s")
            let events = try await say(#","response_format":"\#(format)","stream_format":"sse""#)
            var bytes: [UInt8] = []
            for line in events.text.split(separator: "\n") {
                let event = try JSON.object(Array(line.dropFirst(6).utf8))
                if let audio = event["audio"] as? String { bytes += Data(base64Encoded: audio) ?? Data() }
            }
            #expect(bytes == answer.body)
            let slow = try await say(#","response_format":"\#(format)","speed":0.25"#)
            #expect(abs(try await seconds(slow.body) - 4 * length) < 0.4)
        }
    }

    @Test("given the server, when its models and voices are listed, then the names that clients use are among them")
    func models() async throws {
        try await withServer { server in
            let models = try JSON.object(try await server.send("GET", "/v1/models").body)
            #expect(models["object"] as? String == "list")
            let data = try #require(models["data"] as? [[String: Any]])
            #expect(data.allSatisfy { Set($0.keys) == ["id", "object", "created", "owned_by"] })
            #expect(data.prefix(2).map { $0["id"] as? String } == ["whisper-1", "tts-1"])
            #expect(try JSON.object(try await server.send("GET", "/v1/audio/voices").body)["voices"] is [Any])
        }
    }

    @Test("given the listed models, when each is requested, then it is the same, its slashes encoded or not")
    func model() async throws {
        try await withServer { server in
            // The engines of a run are known after it.
            _ = try await Self.transcribe(server, [("language", "en")])
            let models = try JSON.object(try await server.send("GET", "/v1/models").body)
            let data = try #require(models["data"] as? [[String: Any]])
            let ids = data.compactMap { $0["id"] as? String }
            #expect(ids.contains { $0.contains("/") && $0.contains(":") }, "\(ids)")
            for (id, model) in zip(ids, data) {
                let encoded = id.replacing("/", with: "%2F").replacing(":", with: "%3a")
                for name in [id, encoded] {
                    let answer = try await server.send("GET", "/v1/models/\(name)")
                    #expect(answer.status == 200 && answer.fields["content-type"] == "application/json", "\(name)")
                    #expect(try JSON.object(answer.body) as NSDictionary == model as NSDictionary)
                }
            }
            // Requests may name any model.
            for name in ["gpt-9", "whisper-1/x"] {
                let model = try JSON.object(try await server.send("GET", "/v1/models/\(name)").body)
                #expect(model["id"] as? String == name && model["object"] as? String == "model")
            }
            for name in ["%ff", "%", "whisper-1%00"] {
                let answer = try await server.send("GET", "/v1/models/\(name)")
                #expect(answer.status == 404, "\(name)")
                let error = try #require(try JSON.object(answer.body)["error"] as? [String: Any])
                #expect(error["code"] as? String == "model.unknown" && error["param"] as? String == "model")
            }
        }
    }

    /// A Python with the package `openai`, if there is one: the variable `VERBIO_OPENAI_PYTHON` names it.
    static let python = ProcessInfo.processInfo.environment["VERBIO_OPENAI_PYTHON"]

    @Test(
        "given the official Python package, unchanged, when it calls the server, then it reads every answer",
        .enabled(if: python != nil, "VERBIO_OPENAI_PYTHON names no Python with the package openai"))
    func package() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "openai-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let wav = folder.appending(path: "talk.wav").path
        try Data(Recordings.wav(seconds: 4)).write(to: URL(filePath: wav))
        try await withServer { server in
            let errors = folder.appending(path: "errors").path
            let script = SpeechFixtures.packageRoot + "/Tests/VerbioServerTests/Scripts/openai_client.py"
            let program = try Program(
                try #require(Self.python), [script, "http://localhost:\(server.port)/v1", wav], errors: errors)
            #expect(await program.end() == 0, "\((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")")
        }
    }
}

/// A recognizer that never answers usably.
private struct SilentEars: SpeechRecognizer {
    let descriptor = ProviderDescriptor(name: "ears", model: "silent")
    let capabilities = RecognizerCapabilities(languages: Set(LanguageCode.tested)) { $0.isDeterministic = true }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        throw ProviderError(.rejected, stage: .recognition, provider: "ears", "it hears nothing")
    }
}
