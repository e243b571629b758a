import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

/// Requests take turns on the handles of libcurl, which keep options of earlier requests.
@Suite("What one request leaves to the next", .serialized, .timeLimit(.minutes(5)))
struct HandleReuseTests {
    @Test(
        "Given a reused handle, when another request follows, then nothing of the earlier method, fields and body is left",
        arguments: [1, 2, 3])
    func nothing(seed: UInt64) async throws {
        let seen = Locked<[ScriptedConnection.Request]>([])
        let script = answering { connection, request in
            seen.withLock { $0.append(request) }
            if request.field("x-end") == "none" { throw ScriptedConnection.Ended() }
            try await connection.answer()
        }
        try await ScriptedServer.run(script) { server in
            func told(_ request: ClientRequest, by client: HTTPClient) async throws -> [String] {
                seen.withLock { $0 = [] }
                _ = try? await client.send(request).body.collect()
                return try #require(seen.withLock { $0.last }).told
            }
            var alone: [[String]] = []
            for kind in Self.kinds {
                alone.append(try await told(kind(server.url()), by: HTTPClient(time: .patient)))
            }
            #expect(Set(alone).count == Self.kinds.count)

            let client = HTTPClient(time: .patient)
            var generator = SplitMix64(seed: seed)
            for _ in 1...150 {
                let index = Int.random(in: Self.kinds.indices, using: &generator)
                let now = try await told(Self.kinds[index](server.url()), by: client)
                #expect(now == alone[index])
            }
        }
    }

    @Test(
        "Given a request with a body, when it is sent, then its method stays",
        arguments: [HTTPRequest.Method.get, .head, .post, .put, .delete])
    func methods(method: HTTPRequest.Method) async throws {
        let seen = Locked<[String]>([])
        let script = answering { connection, request in
            seen.withLock { $0.append(request.method) }
            // An answer to HEAD states the length and has no body.
            try await connection.answer(204)
        }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(method, server.url(), body: .bytes([1]))
            let response = try await HTTPClient(time: .patient).send(request)
            #expect(response.status == 204)
        }
        #expect(seen.withLock { $0 } == [method.rawValue])
    }

    @Test("Given a reused handle, when a request goes to another address, then nothing of the earlier one is left")
    func places() async throws {
        let seen = Locked<[String]>([])
        let script = answering { connection, request in
            seen.withLock { $0.append(request.path) }
            try await connection.answer()
        }
        let client = HTTPClient(time: .patient)
        try await ScriptedServer.run(script) { first in
            try await ScriptedServer.run(script) { second in
                // More than the client remembers, and each one again while it does and when it does not.
                let numbers = Array(1...100) + [1, 2, 3, 98, 99, 100, 98, 99]
                let paths = numbers.map { "/at/\($0)?q=%20\($0)" }
                for (number, path) in zip(numbers, paths) {
                    let url = [first, second][number % 2].url(path)
                    let response = try await client.send(ClientRequest(.get, url))
                    #expect(response.status == 200)
                    _ = try await response.body.collect()
                }
                #expect(seen.withLock { $0 } == paths)
            }
        }
    }

    @Test("Given a reused handle, when the next request cannot connect, then it was not processed")
    func sending() async throws {
        let client = HTTPClient(time: .patient)
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer() }) { server in
            let body = RequestBody.bytes(Array(repeating: 7, count: 1_000))
            _ = try await client.send(ClientRequest(.post, server.url(), body: body)).body.collect()
            for url in ["http://127.0.0.1:1/", "http://verbio.invalid/"] {
                let failure = await failure {
                    _ = try await client.send(ClientRequest(.post, url, body: .bytes([1])))
                }
                #expect(failure?.mayHaveBeenProcessed == false)
            }
        }
    }

    private static let kinds: [@Sendable (String) -> ClientRequest] = [
        { ClientRequest(.get, $0 + "?q=1") },
        { ClientRequest(.get, $0, headers: [.userAgent: "somebody", .authorization: "Bearer secret"]) },
        { ClientRequest(.head, $0) },
        { ClientRequest(.options, $0) },
        { ClientRequest(.delete, $0) },
        { ClientRequest(.post, $0) },
        { ClientRequest(.put, $0) },
        { ClientRequest(.post, $0, headers: [.contentType: "application/json"], body: .bytes(Array("{}".utf8))) },
        { ClientRequest(.post, $0, body: .bytes([UInt8](repeating: 65, count: 100_000))) },
        { ClientRequest(.patch, $0, body: .bytes(Array("some".utf8))) },
        { ClientRequest(.delete, $0, body: .bytes(Array("all".utf8))) },
        { ClientRequest(.get, $0, body: .bytes(Array("asked".utf8))) },
        { ClientRequest(.post, $0, body: .stream(pieces(["in ", "pieces"]))) },
        { ClientRequest(.put, $0, headers: [.contentType: "audio/wav"], body: .stream(pieces(["a", "b", "c"]))) },
        { ClientRequest(.post, $0, headers: [ends: "none"], body: .bytes(Array("in vain".utf8))) },
        { ClientRequest(.get, $0, headers: [ends: "none"]) },
    ]

    private static let ends = HTTPField.Name("X-End")!

    private static func pieces(_ pieces: [String]) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            for piece in pieces { continuation.yield(Array(piece.utf8)) }
            continuation.finish()
        }
    }
}

extension ScriptedConnection.Request {
    /// Everything that it says.
    fileprivate var told: [String] { lines + [String(decoding: body, as: UTF8.self)] }
}
