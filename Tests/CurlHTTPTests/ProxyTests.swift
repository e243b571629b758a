import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

/// A failure of a proxy is reported as the proxy's, and its password never.
@Suite("Proxies", .serialized, .timeLimit(.minutes(5)))
struct ProxyTests {
    private func client(_ proxy: String) -> HTTPClient {
        HTTPClient(configuration: HTTPClientConfiguration(proxy: .url(proxy)), time: .patient)
    }

    @Test("Given a proxy that does not listen, when a request fails, then the error names the proxy and not the host")
    func dead() async throws {
        // The same host as the provider's, too.
        for url in ["http://provider.example/", "http://127.0.0.1/", "https://127.0.0.1/"] {
            let failure = await failure {
                _ = try await client("http://me:hunter2@127.0.0.1:1").send(ClientRequest(.get, url))
            }
            #expect(failure?.kind == .proxy)
            #expect(failure?.status == nil)
            #expect(failure?.message == "no server accepts connections at the proxy 127.0.0.1:1")
        }
    }

    @Test(
        "Given a proxy that refuses to connect, when a request is sent, then the failure is the proxy's",
        arguments: [407, 403, 502])
    func refusing(status: Int) async throws {
        let script = answering { connection, request in
            #expect(request.method == "CONNECT")
            #expect(request.field("user-agent") == "verbio")
            #expect(request.lines.filter { $0.lowercased().hasPrefix("user-agent:") }.count == 1)
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

    @Test(
        "Given a proxy that does not answer, when the deadline passes, then the request fails",
        arguments: ["https", "http"])
    func silent(scheme: String) async throws {
        let time = ManualTime()
        let asked = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            asked.reach()
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { proxy in
            let client = HTTPClient(
                configuration: HTTPClientConfiguration(proxy: .url(proxy.url())), time: time.source)
            let ended = Locked(false)
            async let failure = failure {
                defer { ended.withLock { $0 = true } }
                _ = try await client.send(ClientRequest(.get, "\(scheme)://provider.example/"))
            }
            await asked.wait()
            while !ended.withLock({ $0 }) {
                time.advanceToNextSleeper()
                await Task.yield()
            }
            let told = await failure
            #expect(told?.kind == .timeout)
            // It may have passed on plain-text requests.
            let expected =
                scheme == "https"
                ? "no connection to provider.example through the proxy 127.0.0.1:\(proxy.port) within 5.0 seconds"
                : "no answer from provider.example within 15.0 seconds"
            #expect(told?.message == expected)
        }
    }

    @Test("Given a proxy that requires a password, when a plain request is sent, then the failure is the proxy's")
    func password() async throws {
        let script = answering { connection, request in
            #expect(request.lines.filter { $0.lowercased().hasPrefix("user-agent:") }.count == 1)
            try await connection.answer(407, "who are you?")
        }
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
        // A proxy on the way that is not configured is named without an address.
        try await ScriptedServer.run(script) { server in
            let failure = await failure {
                _ = try await HTTPClient(time: .patient).send(ClientRequest(.get, server.url()))
            }
            #expect(failure?.message == "a proxy on the way refused with status 407")
        }
    }
}
