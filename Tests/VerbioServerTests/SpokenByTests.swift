import Foundation
import Testing
import VerbioTesting

/// Recordings in bodies of requests whose speakers are told apart, by a worker that takes the pitch of a tone for the person.
@Suite(
    "Speakers of recordings over HTTP", .serialized, .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct SpokenByTests {
    /// Three turns of two people, the second without a pause behind the first.
    private static func talk() -> [UInt8] {
        let silence = [Float](repeating: 0, count: 24_000)
        let talk =
            silence + StandInVoices.said(by: 2, seconds: 4) + StandInVoices.said(by: 0, seconds: 5) + silence
            + StandInVoices.said(by: 2, seconds: 3.5) + silence
        return SpeechFixtures.wav(talk.map { Int16($0 * 32_767) })
    }

    /// A server with the worker, or without a model for voices.
    private static func withVoices(
        installed: Bool = true, _ body: (RunningServer, SampleService) async throws -> Void
    ) async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: "voices-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: home) }
        let data = home.appending(path: "verbio")
        if installed { try StandInVoices.install(in: data) }
        var hooks = SampleService.Hooks()
        hooks.data = data
        let service = SampleService(hooks: hooks)
        try await withServer(service) { try await body($0, service) }
    }

    private static func persons(_ document: [String: Any]) -> [Int] {
        (document["utterances"] as? [[String: Any]] ?? []).map { $0["person"] as? Int ?? 0 }
    }

    @Test("given a body with two people, when they are told apart, then the document, captions and events show them")
    func body() async throws {
        try await Self.withVoices { server, _ in
            let address = "/api/translate?from=en&to=es&speakers=auto"
            let document = try JSON.object(try await server.send("POST", address, body: Self.talk()).body)
            #expect(Self.persons(document) == [1, 2, 1])
            let captions = try await server.send("POST", address + "&formats=vtt", body: Self.talk())
            #expect(captions.text.contains("<v Speaker 1>") && captions.text.contains("<v Speaker 2>"))
            let events = try await server.send(
                "POST", address, fields: ["Accept: text/event-stream"], body: Self.talk())
            let heard = events.text.split(separator: "\n").filter { $0.contains("\"utterance.recognized\"") }
            #expect(heard.map { $0.contains("\"person\":1") } == [true, false, true], "\(events.text.prefix(2_000))")
        }
    }

    @Test("given a body for two languages, when its speakers are told apart, then each document has them")
    func languages() async throws {
        try await Self.withVoices { server, _ in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es,fr&speakers=2", body: Self.talk())
            let results = try #require(try JSON.object(answer.body)["results"] as? [[String: Any]])
            #expect(results.map { Self.persons($0["document"] as? [String: Any] ?? [:]) } == [[1, 2, 1], [1, 2, 1]])
        }
    }

    @Test("given no network for voices, or channels, when speakers are asked for, then one sentence says what is wrong")
    func refused() async throws {
        for (installed, more, status, code) in [
            (false, "", 503, "speakers.missing"), (true, "&channels=speakers-by-channel", 400, "speakers.channels"),
        ] {
            try await Self.withVoices(installed: installed) { server, service in
                let answer = try await server.send(
                    "POST", "/api/translate?from=en&to=es&speakers=auto" + more, body: Self.talk())
                #expect(answer.status == status, "\(answer.text)")
                #expect(try JSON.object(answer.body)["code"] as? String == code)
                #expect(service.calls.isEmpty)
            }
        }
    }

    private static func transcribe(
        _ server: RunningServer, _ fields: [(String, String)], to path: String = "transcriptions"
    ) async throws -> HTTPConnection.Answer {
        var body = Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.wav\"\r\n\r\n".utf8)
        body += talk() + Array("\r\n".utf8)
        for (name, value) in [("language", "en"), ("response_format", "diarized_json")] + fields {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        return try await server.send(
            "POST", "/v1/audio/\(path)", fields: ["Content-Type: multipart/form-data; boundary=b"],
            body: body + Array("--b--\r\n".utf8))
    }

    @Test("given a recording, when it is transcribed with speakers, then each segment has the letter of its speaker")
    func diarized() async throws {
        try await Self.withVoices { server, _ in
            let answer = try await Self.transcribe(
                server, [("chunking_strategy", "auto"), ("known_speaker_names[]", "agent")])
            #expect(answer.fields["verbio-ignored"] == "known_speaker_names[]")
            let transcript = try JSON.object(answer.body)
            #expect(transcript["task"] as? String == "transcribe" && (transcript["duration"] as? Double ?? 0) > 15)
            let segments = try #require(transcript["segments"] as? [[String: Any]])
            #expect(segments.map { $0["speaker"] as? String } == ["A", "B", "A"])
            #expect(segments.map { $0["id"] as? String } == ["seg_1", "seg_2", "seg_3"])
            #expect(
                segments.map { $0["text"] as? String ?? "" }.joined(separator: " ") == transcript["text"] as? String)
        }
    }

    @Test(
        "given a request for events, when speakers are told apart, then each utterance has a segment with its speaker")
    func stream() async throws {
        try await Self.withVoices { server, _ in
            let answer = try await Self.transcribe(server, [("stream", "true")])
            let events = try answer.text.split(separator: "\n").filter { $0.hasPrefix("data: {") }.map {
                try JSON.object(Array($0.dropFirst(6).utf8))
            }
            let types = events.map { $0["type"] as? String ?? "" }
            let utterance = ["transcript.text.delta", "transcript.text.segment"]
            #expect(types == utterance + utterance + utterance + ["transcript.text.done"])
            #expect(events.compactMap { $0["speaker"] as? String } == ["A", "B", "A"])
            #expect(events.compactMap { $0["segment_id"] as? String } == events.compactMap { $0["id"] as? String })
        }
    }

    @Test("given a translation, when speakers are asked for in OpenAI's way, then it is refused as OpenAI does")
    func translation() async throws {
        try await Self.withVoices { server, _ in
            let answer = try await Self.transcribe(server, [], to: "translations")
            #expect(answer.status == 400)
            let error = try JSON.object(answer.body)["error"] as? [String: Any]
            #expect(error?["code"] as? String == "query.value" && error?["param"] as? String == "response_format")
        }
    }
}
