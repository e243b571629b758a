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

    private func runProxy(
        _ answer: @escaping StandInServer.Script, _ body: (StandInServer, HTTP2Proxy) async throws -> Void
    ) async throws {
        try await withStandIn(answer) { server in
            try await HTTP2Proxy.run(before: server, certificates) { try await body(server, $0) }
        }
    }

    private func runFaults(
        _ answer: @escaping HTTP2Script, _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        try await ScriptedServer.run(
            tls: certificates.serverContext(.good, protocols: ["h2"]), http2(answer), body)
    }

    private func post(_ server: ScriptedServer) async throws -> ExchangeTiming {
        let request = ClientRequest(.post, server.url(host: "localhost", scheme: "https"), body: .bytes([1, 2, 3]))
        let response = try await client.send(request)
        #expect(try await response.body.collect() == Array("done".utf8))
        return response.timing
    }

    @Test(
        "Given HTTP/2, when many exchanges run at once, then all are answered and their connections reused",
        .enabled(if: HTTP2Proxy.program != nil, HTTP2Proxy.missing))
    func burst() async throws {
        let cookies = [("Set-Cookie", "a"), ("Set-Cookie", "b")]
        let echo: StandInServer.Script = { .body(200, type: "text/plain", $0.body, headers: cookies) }
        try await runProxy(echo) { _, proxy in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    let body = [UInt8](repeating: UInt8(number), count: number * 1_000 + 1)
                    let request = ClientRequest(.post, proxy.url("/echo"), body: .bytes(body))
                    group.addTask { [client] in
                        let response = try await client.send(request)
                        #expect(response.status == 200)
                        #expect(response.headers[values: .setCookie] == ["a", "b"])
                        #expect(response.headers[.via]?.contains("nghttpx") == true)
                        #expect(try await response.body.collect() == body)
                    }
                }
                try await group.waitForAll()
            }
            for _ in 1...10 {
                let response = try await client.send(ClientRequest(.get, proxy.url("/echo")))
                #expect(try await response.body.collect() == [])
                #expect(response.timing.reused)
            }
        }
    }

    @Test(
        "Given HTTP/2, when a stream of unknown length is sent, then it arrives whole",
        .enabled(if: HTTP2Proxy.program != nil, HTTP2Proxy.missing))
    func upload() async throws {
        let echo: StandInServer.Script = { .body(200, type: "text/plain", $0.body) }
        try await runProxy(echo) { _, proxy in
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            for number in UInt8(1)...100 { continuation.yield([UInt8](repeating: number, count: 10_000)) }
            continuation.finish()
            let response = try await client.send(ClientRequest(.post, proxy.url("/echo"), body: .stream(stream)))
            #expect(try await response.body.collect().count == 1_000_000)
        }
    }

    @Test(
        "Given HTTP/2, when an exchange is cancelled, then the server learns it at once, and the next one is answered",
        .enabled(if: HTTP2Proxy.program != nil, HTTP2Proxy.missing))
    func cancelled() async throws {
        let script: StandInServer.Script = { $0.path == "/hang" ? .hang : .empty() }
        try await runProxy(script) { server, proxy in
            let hung = Task { [client] in try await client.send(ClientRequest(.get, proxy.url("/hang"))) }
            try await server.requests(count: 1)
            hung.cancel()
            await #expect(throws: CancellationError.self) { _ = try await hung.value }
            try await server.clientGone()
            let response = try await client.send(ClientRequest(.get, proxy.url("/echo")))
            #expect(response.status == 200)
        }
    }

    @Test(
        "Given HTTP/2, when a stream ends with an error, then the request fails and may have been processed",
        arguments: [(HTTP2Answer.internalError, HTTPFailure.Kind.reset), (.cut, .truncated)])
    func broken(answer: HTTP2Answer, kind: HTTPFailure.Kind) async throws {
        let script: HTTP2Script = { _ in answer }
        try await runFaults(script) { server in
            let failure = await failure { _ = try await post(server) }
            #expect(failure?.kind == kind)
            #expect(failure?.mayHaveBeenProcessed == true)
        }
    }

    @Test("Given a host that closes kept connections, when requests follow, then they use new connections for a while")
    func doubtfulReuse() async throws {
        let script: HTTP2Script = { $0 == 1 ? .whole : .close }
        try await runFaults(script) { server in
            _ = try await post(server)
            let lost = await failure { _ = try await post(server) }
            #expect(lost?.kind == .reset && lost?.mayHaveBeenProcessed == true)
            for _ in 1...5 { _ = try await post(server) }
        }
    }

    @Test(
        "Given a refused stream, when it fails, then it was not processed, and connections are still reused",
        arguments: [0, 1])
    func refused(before: Int) async throws {
        let count = Locked(0)
        let script: HTTP2Script = { _ in
            count.withLock { count in
                count += 1
                return count == before + 1 ? .refusedStream : .whole
            }
        }
        try await runFaults(script) { server in
            for _ in 0..<before { _ = try await post(server) }
            let refused = await failure { _ = try await post(server) }
            #expect(refused?.kind == .reset && refused?.mayHaveBeenProcessed == false)
            _ = try await post(server)
            for _ in 1...5 { #expect(try await post(server).reused) }
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
