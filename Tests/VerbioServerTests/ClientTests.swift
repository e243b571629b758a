import Foundation
import Testing
import VerbioTesting

@testable import VerbioServer

/// What the HTTP libraries of other languages send, and how they read the answers.
@Suite("Clients of other languages", .serialized, .timeLimit(.minutes(5)))
struct ClientTests {
    private typealias Object = [String: Any]
    private static let json = "Content-Type: application/json"

    private func isHTTP10Answer(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.0 200 ")
    }

    @Test("Given a query that cannot be read, when it is refused, then the sentence says what is wrong with it")
    func query() async throws {
        try await withServer { server in
            for (value, what) in [("%07", "has a control character"), ("%FF", "is not well encoded")] {
                let answer = try await server.send("GET", "/api/conversations?limit=1\(value)")
                #expect(answer.status == 400)
                #expect((try JSON.object(answer.body)["detail"] as? String)?.contains(what) == true)
            }
        }
    }

    // MARK: Expect

    @Test(
        "given a client that waits for 100 Continue, when a route reads its body, then the client gets it",
        arguments: [
            ("POST", "/api/phrases", #"{"text":"Hello","from":"en","to":"es"}"#, 200),
            (
                "POST", "/v1/audio/speech",
                #"{"model":"tts-1","voice":"alloy","input":"Hello","response_format":"wav"}"#, 200
            ),
            ("POST", "/api/conversations/search", #"{"q":"hello"}"#, 200),
            ("POST", "/api/live/tickets", "{}", 200),
            ("PATCH", "/api/conversations/c00000000000000000000", #"{"title":"walk"}"#, 404),
            ("POST", "/api/estimate", #"{"text":"Hello","from":"en","to":"es"}"#, 200),
        ])
    func expectation(method: String, target: String, body: String, status: Int) async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send(
                .head(method, target, fields: [Self.json, "Expect: 100-continue"], length: body.utf8.count))
            #expect(try await connection.waitForContinue() == "HTTP/1.1 100 Continue\r\n\r\n")
            try await connection.send(body)
            let answer = try await connection.answer()
            #expect(answer.status == status, "\(answer.text)")
            #expect(await connection.interim == [])
            await connection.close()
        }
    }

    @Test(
        "given a client of HTTP/1.0, when its request expects a sign or its side is closed, then it gets the answer alone"
    )
    func former() async throws {
        try await withServer { server in
            let text = #"{"text":"Hello","from":"en","to":"es"}"#
            let head =
                "POST /api/translate HTTP/1.0\r\nHost: localhost\r\n\(Self.json)\r\nContent-Length: \(text.utf8.count)\r\n"
            let expecting = try await server.open()
            try await expecting.send(head + "Expect: 100-continue\r\n\r\n" + text)
            #expect(isHTTP10Answer(await expecting.rest()))
            let closing = try await server.open()
            try await closing.send(head + "\r\n" + text)
            try await closing.finishSending()
            #expect(isHTTP10Answer(await closing.rest()))
        }
    }

    // MARK: HEAD

    @Test("given HEAD of a document, when its length is not known, then none is sent, and the connection stays open")
    func head() async throws {
        try await withServer { server in
            let address = try await translate(server)
            let connection = try await server.open()
            try await connection.send(.head("HEAD", address) + .head("GET", address))
            let head = try await connection.answer(isHead: true)
            #expect(head.status == 200 && head.fields["content-length"] == nil)
            let answer = try await connection.answer()
            #expect(answer.status == 200)
            #expect(try JSON.object(answer.body)["schema"] != nil)
            await connection.close()
        }
    }

    @Test("given HEAD of a file, when it names a range, then the answer is of the whole file")
    func headOfRange() async throws {
        try await withServer { server in
            let address = try await translate(server) + "/export?format=srt"
            let whole = try await server.send("GET", address)
            let head = try await server.send("HEAD", address, fields: ["Range: bytes=0-3"])
            #expect(head.status == 200 && head.fields["content-length"] == String(whole.body.count))
        }
    }

    // MARK: Forms

    @Test(
        "given a form whose file has no plain name, when it is sent, then the file is heard",
        arguments: [
            #"name="file""#, "name=file", #"name="file"; filename*=UTF-8''%C3%9C.wav"#,
            "name=\"talk\"\r\nContent-Type: audio/wav",
            "name=\"file\"; filename=\"\u{1}.wav\"",
        ])
    func namelessFile(disposition: String) async throws {
        try await withServer { server in
            // A name in ISO 8859-1.
            let head = Array("--x\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n".utf8).map {
                $0 == 1 ? 0xDC : $0
            }
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es", fields: ["Content-Type: multipart/form-data; boundary=x"],
                body: head + (try Recordings.wav(seconds: 3)) + Array("\r\n--x--\r\n".utf8))
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    // MARK: JSON

    @Test("given a JSON object with lists of languages and files, when it is sent, then they mean what commas mean")
    func lists() async throws {
        try await withServer { server in
            let several = try await server.send(
                "POST", "/api/translate", fields: [Self.json],
                body: Array(#"{"text":"Hello","from":"en","to":["es","fr"]}"#.utf8))
            let results = try #require(try JSON.object(several.body)["results"] as? [Object], "\(several.text)")
            #expect(results.compactMap { $0["to"] as? String } == ["es", "fr"])
            let files = try await server.send(
                "POST", "/api/translate?from=en&to=es", fields: [Self.json],
                body: Array(#"{"text":"Hello","formats":["srt","vtt"]}"#.utf8))
            #expect((try JSON.object(files.body)["files"] as? [Object])?.count == 2, "\(files.text)")
        }
    }

    @Test("given a flip whose side is in a JSON object, when it is sent twice, then the utterance is turned once")
    func flip() async throws {
        try await withServer { server in
            let address = try await translate(server) + "/utterances/1/flip"
            for _ in 1...2 {
                let answer = try await server.send(
                    "POST", address, fields: [Self.json], body: Array(#"{"speaker":"other"}"#.utf8))
                #expect(answer.status == 200, "\(answer.text)")
                let utterance = try #require(try JSON.object(answer.body)["utterances"] as? [Object])[0]
                #expect(utterance["speaker"] as? String == "other")
            }
            for (fields, body, code) in [
                ([Self.json], #"{"side":"other"}"#, "query.unknown"),
                (["Content-Type: text/plain"], "other", "body.content-type"),
            ] {
                let refused = try await server.send("POST", address, fields: fields, body: Array(body.utf8))
                #expect(try JSON.object(refused.body)["code"] as? String == code)
            }
        }
    }

    // MARK: Addresses

    @Test(
        "given an address with slashes too many, when it is asked, then it is answered as the same address without them"
    )
    func slashes() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key()
            try await withServer(policy: place.policy()) { server in
                let error = try await server.send(
                    "POST", "//v1/audio/speech", fields: [key, Self.json], body: Array("{}".utf8))
                #expect(error.status == 400)
                #expect(try JSON.object(error.body)["error"] != nil, "\(error.text)")
                let made = try await server.send("POST", "/api/live/tickets", fields: [key], body: [])
                let ticket = try #require(try JSON.object(made.body)["ticket"] as? String, "\(made.text)")
                let live = try await Client.upgrade(
                    try await server.open(), "/api/live/?from=en&to=es&raw=s16le:16000:1&ticket=\(ticket)")
                #expect(live.status == 101)
                await live.leave()
            }
        }
    }

    @Test(
        "given a host with a dot at its end or a port without digits, when it is one of the server's, then it is answered",
        arguments: [
            ("localhost.", 200), ("LocalHost.:8765", 200), ("localhost:", 200), ("localhost..", 403), (".", 403),
            ("evil.example.", 403), ("localhost:x", 403),
        ])
    func hosts(host: String, status: Int) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/api/health", fields: ["Host: \(host)"])
            #expect(answer.status == status)
        }
    }

    private func translate(_ server: RunningServer) async throws -> String {
        let answer = try await server.send("POST", "/api/translate?from=en&to=es", body: try Recordings.wav(seconds: 3))
        let conversation = try #require(try JSON.object(answer.body)["conversation"] as? Object, "\(answer.text)")
        return "/api/conversations/\(try #require(conversation["id"] as? String))"
    }
}
