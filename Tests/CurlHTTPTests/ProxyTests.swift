import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

/// What a proxy does is told as the proxy's, and its password never.
@Suite("Proxies", .serialized, .timeLimit(.minutes(5)))
struct ProxyTests {
    private func client(_ proxy: String) -> HTTPClient {
        HTTPClient(configuration: HTTPClientConfiguration(proxy: .url(proxy)), time: .patient)
    }

    @Test("one where nobody listens is not blamed on whom it leads to")
    func dead() async throws {
        // The same host as the provider's, too.
        for url in ["http://provider.example/", "http://127.0.0.1/", "https://127.0.0.1/"] {
            let failure = await failure {
                _ = try await client("http://me:hunter2@127.0.0.1:1").send(ClientRequest(.get, url))
            }
            #expect(failure?.kind == .proxy)
            #expect(failure?.status == nil)
            #expect(failure?.message == "nobody accepts connections at the proxy 127.0.0.1:1")
        }
    }

    @Test("one that connects to nobody", arguments: [407, 403, 502])
    func refusing(status: Int) async throws {
        let script = answering { connection, request in
            #expect(request.method == "CONNECT")
            try await connection.answer(status, "no")
        }
        try await ScriptedServer.run(script) { proxy in
            let failure = await failure {
                _ = try await client("http://me:hunter2@127.0.0.1:\(proxy.port)")
                    .send(ClientRequest(.post, "https://provider.example/", body: .bytes([1, 2, 3])))
            }
            #expect(failure?.kind == .proxy)
            #expect(failure?.status == status)
            #expect(failure?.message == "the proxy 127.0.0.1:\(proxy.port) refused with status \(status)")
            #expect(failure?.mayHaveBeenProcessed == false)
        }
    }

    @Test("one that wants a password for a request that it would pass on")
    func password() async throws {
        let script = answering { connection, _ in try await connection.answer(407, "who are you?") }
        try await ScriptedServer.run(script) { proxy in
            let failure = await failure {
                _ = try await client(proxy.url())
                    .send(ClientRequest(.post, "http://provider.example/", body: .bytes([1, 2, 3])))
            }
            #expect(failure?.kind == .proxy)
            #expect(failure?.status == 407)
            #expect(failure?.message == "the proxy 127.0.0.1:\(proxy.port) refused with status 407")
            #expect(failure?.mayHaveBeenProcessed == false)
        }
        // Nor is one that nobody has told of the host.
        try await ScriptedServer.run(script) { server in
            let failure = await failure {
                _ = try await HTTPClient(time: .patient).send(ClientRequest(.get, server.url()))
            }
            #expect(failure?.message == "a proxy on the way refused with status 407")
        }
    }
}
