import CurlHTTP
import HTTPTypes
import Plumbing
import StandIns
import Testing
import VerbioTesting

@Suite(
    "HTTP/2", .serialized, .enabled(if: Certificates.program != nil, Comment(rawValue: Certificates.missing)),
    .timeLimit(.minutes(5)))
final class HTTP2Tests {
    let certificates: Certificates
    let client: HTTPClient

    init() throws {
        certificates = try Certificates()
        client = HTTPClient(configuration: HTTPClientConfiguration(authorities: certificates.authority), time: .patient)
    }

    deinit { certificates.remove() }

    @Test("Given HTTP/2, when many exchanges run at once, then all are answered and their connections reused")
    func burst() async throws {
        try await HTTP2Server.run(tls: certificates.serverContext(.good, protocols: ["h2"])) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    let body = [UInt8](repeating: UInt8(number), count: number * 1_000 + 1)
                    let request = ClientRequest(.post, server.url("/echo"), body: .bytes(body))
                    group.addTask { [client] in
                        let response = try await client.send(request)
                        #expect(response.status == 200)
                        #expect(response.headers[values: .setCookie] == ["a", "b"])
                        #expect(try await response.body.collect() == body)
                    }
                }
                try await group.waitForAll()
            }
            let connections = server.connections
            #expect(connections <= 30)
            for _ in 1...10 {
                let response = try await client.send(ClientRequest(.get, server.url("/echo")))
                #expect(try await response.body.collect() == [])
                #expect(response.timing.reused)
            }
            #expect(server.connections == connections)
        }
    }

    @Test("Given HTTP/2, when a stream of unknown length is sent, then it arrives whole")
    func upload() async throws {
        try await HTTP2Server.run(tls: certificates.serverContext(.good, protocols: ["h2"])) { server in
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            for number in UInt8(1)...100 { continuation.yield([UInt8](repeating: number, count: 10_000)) }
            continuation.finish()
            let response = try await client.send(ClientRequest(.post, server.url("/echo"), body: .stream(stream)))
            #expect(try await response.body.collect().count == 1_000_000)
        }
    }

    @Test("Given HTTP/2, when an exchange is cancelled, then its stream ends and the connection stays")
    func cancelled() async throws {
        try await HTTP2Server.run(tls: certificates.serverContext(.good, protocols: ["h2"])) { server in
            var events = server.events.makeAsyncIterator()
            let hung = Task { [client] in try await client.send(ClientRequest(.get, server.url("/hang"))) }
            #expect(await events.next() == .init(kind: .arrived, path: "/hang"))
            hung.cancel()
            await #expect(throws: CancellationError.self) { _ = try await hung.value }
            let response = try await client.send(ClientRequest(.get, server.url("/echo")))
            #expect(response.status == 200)
            #expect(response.timing.reused)
            #expect(server.connections == 1)
            var seen: Set<HTTP2Server.Event> = []
            while !seen.contains(.init(kind: .closed, path: "/hang")), let event = await events.next() {
                seen.insert(event)
            }
        }
    }

    @Test(
        "Given HTTP/2, when a stream ends with an error, then the request fails and may have been processed",
        arguments: [("/reset", HTTPFailure.Kind.reset), ("/cut", .truncated)])
    func broken(path: String, kind: HTTPFailure.Kind) async throws {
        try await HTTP2Server.run(tls: certificates.serverContext(.good, protocols: ["h2"])) { server in
            let failure = await failure {
                let request = ClientRequest(.post, server.url(path), body: .bytes([1, 2, 3]))
                _ = try await client.send(request).body.collect()
            }
            #expect(failure?.kind == kind)
            #expect(failure?.mayHaveBeenProcessed == true)
        }
    }

    @Test("Given a host that closes kept connections, when requests follow, then they use new connections for a while")
    func doubtfulReuse() async throws {
        try await HTTP2Server.run(tls: certificates.serverContext(.good, protocols: ["h2"])) { server in
            func post() async -> HTTPFailure? {
                await failure {
                    let request = ClientRequest(.post, server.url("/once"), body: .bytes([1]))
                    _ = try await client.send(request).body.collect()
                }
            }
            #expect(await post() == nil)
            let lost = await post()
            #expect(lost?.kind == .reset && lost?.mayHaveBeenProcessed == true)
            for _ in 1...5 { #expect(await post() == nil) }
        }
    }

    @Test(
        "Given a refused stream, when it fails, then it was not processed, and connections are still reused",
        arguments: [0, 1])
    func refused(before: Int) async throws {
        try await HTTP2Server.run(tls: certificates.serverContext(.good, protocols: ["h2"])) { server in
            func post(_ path: String) async throws -> Bool {
                let request = ClientRequest(.post, server.url(path), body: .bytes([1]))
                let response = try await client.send(request)
                _ = try await response.body.collect()
                return response.timing.reused
            }
            for _ in 0..<before { _ = try await post("/echo") }
            let refused = await failure { _ = try await post("/refuse") }
            #expect(refused?.kind == .reset && refused?.mayHaveBeenProcessed == false)
            _ = try await post("/echo")
            for _ in 1...5 { #expect(try await post("/echo")) }
        }
    }

    @Test("Given a server with HTTP/2, when HTTP/1.1 is requested, then it is used")
    func http1() async throws {
        let tls = try certificates.serverContext(.good, protocols: ["h2", "http/1.1"])
        let script = answering { connection, request in try await connection.answer(200, request.lines[0]) }
        try await ScriptedServer.run(tls: tls, script) { server in
            let url = server.url(host: "localhost", scheme: "https")
            var request = ClientRequest(.get, url)
            request.httpVersion = .http1
            let response = try await client.send(request)
            #expect(try await response.body.collect() == Array("GET / HTTP/1.1".utf8))
        }
    }
}
