import Conversations
import Foundation
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

/// What comes in a form, or as a text, and what the answer is made of.
@Suite("Forms, texts and files as answers", .serialized, .timeLimit(.minutes(5)))
struct FormTests {
    private static let head = "Content-Type: multipart/form-data; boundary=\"--- b\""

    private static func part(_ disposition: String, _ content: [UInt8]) -> [UInt8] {
        Array("----- b\r\nContent-Disposition: form-data; \(disposition)\r\nContent-Type: a/b\r\n\r\n".utf8) + content
            + Array("\r\n".utf8)
    }

    private static let end = Array("----- b--\r\n".utf8)

    @Test("given a form, however its bytes are cut, then its parts are the same")
    func cuts() throws {
        let content = Array("\r\n----- \r\n\r\n----- c\r\r\n--".utf8) + [0, 255, 13]
        let body =
            Array("preamble\r\n".utf8) + Self.part(#"name="a\"b"; filename="C:\x\"y.wav""#, content)
            + Self.part("name=empty", []) + Self.end + Array("epilogue".utf8)
        for size in 1...body.count {
            var parser = try FormParser(contentType: String(Self.head.dropFirst(14)))
            var parts: [FormPart] = []
            var contents: [[UInt8]] = []
            var ends = 0
            for start in stride(from: 0, to: body.count, by: size) {
                for event in try parser.read(body[start..<min(body.count, start + size)]) {
                    switch event {
                    case .part(let part):
                        parts.append(part)
                        contents.append([])
                    case .content(let bytes): contents[contents.count - 1] += bytes
                    case .partEnd: ends += 1
                    }
                }
            }
            #expect(parser.fault == nil && ends == 2)
            #expect(parts == [FormPart(name: "a\"b", fileName: "C:\\x\"y.wav"), FormPart(name: "empty")])
            #expect(contents == [content, []])
        }
    }

    @Test(
        "given a form with a recording, wherever its fields are, then it is translated as the bare recording is",
        arguments: [true, false])
    func form(isFileFirst: Bool) async throws {
        let wav = try Recordings.wav(seconds: 3)
        let file = Self.part(#"name="recording"; filename="talk.wav""#, wav)
        let fields =
            Self.part(#"name="to""#, Array("es".utf8)) + Self.part(#"name="title""#, Array("A wälk".utf8))
            + Self.part(#"name="glossary""#, Array("[{\"source\":\"Kestrel\",\r\n\"keep\":true}]".utf8))
        let service = SampleService()
        try await withServer(service) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en", fields: [Self.head],
                body: (isFileFirst ? file + fields : fields + file) + Self.end)
            #expect(answer.status == 200)
            let document = try JSON.object(answer.body)
            #expect(document.conversation("title") == "A wälk" && document.conversation("state") == "complete")
            let bare = try JSON.object(
                try await server.send("POST", "/api/translate?from=en&to=es", body: wav).body)
            #expect(document.utterances.map(\.translation) == bare.utterances.map(\.translation))
            #expect(document.utterances.count >= 1)
            #expect(service.requests.withLock { $0.first?.glossary } != nil)
        }
    }

    @Test("given a client with Expect: 100-continue, when it sends a form, then it gets 100 Continue")
    func expectContinue() async throws {
        try await withServer { server in
            let body = Self.part(#"name="file"; filename="talk.wav""#, try Recordings.wav(seconds: 2)) + Self.end
            let connection = try await server.open()
            try await connection.send(
                .head(
                    "POST", "/api/translate?from=en&to=es", fields: [Self.head, "Expect: 100-continue"],
                    length: body.count))
            #expect(try await connection.waitForContinue().hasPrefix("HTTP/1.1 100 "))
            try await connection.send(body)
            #expect(try await connection.answer().status == 200)
        }
    }

    @Test("given a text, when it is sent, then each of its lines is an utterance, and nothing is spoken unasked")
    func text() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en", fields: ["Content-Type: application/json"],
                body: Array(#"{"text":"Where is it?\n\nHere.","to":"es","two-way":false}"#.utf8))
            #expect(answer.status == 200)
            let document = try JSON.object(answer.body)
            #expect(document.utterances.map(\.source) == ["Where is it?", "Here."])
            #expect(document.utterances.allSatisfy { $0.outcome == "text-only" && $0.translation?.isEmpty == false })
            let id = try #require(document.conversation("id"))
            #expect(try await server.send("GET", "/api/conversations/\(id)").body == answer.body)

            let voice = try await server.send(
                "POST", "/api/translate?from=en&to=es&formats=wav", fields: ["Content-Type: application/json"],
                body: Array(#"{"text":"Where is it?"}"#.utf8))
            #expect(voice.status == 200 && voice.body.starts(with: Array("RIFF".utf8)))
            #expect(service.requests.withLock { $0.map(\.isSpoken) } == [false, true])
        }
    }

    @Test(
        "given a form of the answer, when it is requested, then it has the bytes of the export",
        arguments: [
            ("formats=srt&captions=bilingual", "*/*", "srt&captions=bilingual", "application/x-subrip; charset=utf-8"),
            ("formats=wav", "application/json", "wav", "audio/wav"),
            ("", "text/vtt", "vtt", "text/vtt; charset=utf-8"),
            ("", "text/html, text/plain;q=0.5, audio/ogg ; q=0.9", "opus", "audio/ogg"),
            ("", "application/*;q=0.2, text/plain;q=0.3", "txt", "text/plain; charset=utf-8"),
            ("", "*/*, application/json;q=0", "txt", "text/plain; charset=utf-8"),
        ])
    func formats(query: String, accept: String, export: String, type: String) async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&\(query)", fields: ["Accept: \(accept)", "Range: bytes=0-1"],
                body: try Recordings.wav(seconds: 3))
            #expect(answer.status == 200 && answer.fields["content-type"] == type)
            let id = try #require(try await service.store.conversations(limit: 1).first?.conversation.id)
            let file = try await server.send("GET", "/api/conversations/\(id)/export?format=\(export)")
            #expect(answer.body == file.body && !answer.body.isEmpty)
            #expect(answer.fields["content-disposition"] == file.fields["content-disposition"])
            #expect(service.requests.withLock { $0.map(\.isSpoken) } == [type.hasPrefix("audio")])
        }
    }

    @Test("given several formats, when they are requested, then the answer says where each is")
    func links() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&formats=srt,opus&captions=source",
                body: try Recordings.wav(seconds: 3))
            let links = try JSON.object(answer.body)
            #expect(links["state"] as? String == "complete")
            let files = try #require(links["files"] as? [[String: String]])
            #expect(files.map { $0["format"] } == ["srt", "opus"])
            for file in files {
                let found = try await server.send("GET", try #require(file["href"]))
                #expect(found.status == 200)
                #expect(found.fields["content-type"]?.hasPrefix(try #require(file["type"])) == true)
            }
        }
    }

    @Test("given silence, when its voice track is requested, then the answer says that nothing was spoken")
    func voiceless() async throws {
        try await withServer { server in
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&formats=wav",
                body: SpeechFixtures.wav([Int16](repeating: 0, count: 16_000)))
            #expect(answer.status == 422)
            let problem = try JSON.object(answer.body)
            #expect(problem["code"] as? String == "export.voiceless" && problem["conversation"] != nil)
        }
    }
}
