import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

/// A client that stands by for the answers of a host that is quick. The benchmarks measure its gain; here it stands by for
/// so long that it does on any machine.
@Suite("Prompt answers", .serialized, .timeLimit(.minutes(5)))
struct PromptAnswerTests {
    private let client = HTTPClient(
        configuration: HTTPClientConfiguration(promptAnswers: .milliseconds(100)), time: .patient)

    @Test("Given a quick host, when answers are late, then they and other requests are not held up")
    func late() async throws {
        let steps = (1...4).map { number in (path: "/late\(number)", arrived: Milestone(), released: Milestone()) }
        let script = answering { connection, request in
            if let step = steps.first(where: { $0.path == request.path }) {
                step.arrived.reach()
                await step.released.wait()
            }
            try await connection.answer(200, request.path)
        }
        try await ScriptedServer.run(script) { server in
            @Sendable func ask(_ path: String) async throws {
                let body = try await client.send(ClientRequest(.get, server.url(path))).body.collect()
                #expect(body == Array(path.utf8))
            }
            for step in steps {
                for _ in 1...3 { try await ask("/prompt") }
                async let late: Void = ask(step.path)
                await step.arrived.wait()
                // Over another connection, while the answer is waited for.
                try await ask("/other")
                step.released.reach()
                try await late
            }
            #expect(server.connections == 2)
        }
    }

    @Test("Given a quick host, when bytes follow an answer, then the connection ends")
    func strayAfterwards() async throws {
        let mayEnd = Milestone()
        let hasEnded = Milestone()
        let script: ScriptedServer.Script = { connection in
            for _ in 1...3 {
                _ = try await connection.request()
                try await connection.answer(200, "asked \(connection.number)")
            }
            await mayEnd.wait()
            if connection.number > 1 { return }
            try? await connection.answer(200, "stray")
            await connection.untilClosed()
            hasEnded.reach()
        }
        try await ScriptedServer.run(script) { server in
            @Sendable func ask(_ expected: String) async throws {
                let request = ClientRequest(.post, server.url(), body: .bytes([1]))
                let body = try await client.send(request).body.collect()
                #expect(body == Array(expected.utf8))
            }
            for _ in 1...3 { try await ask("asked 1") }
            mayEnd.reach()
            await hasEnded.wait()
            try await ask("asked 2")
        }
    }

    @Test("Given answers longer than one read, or in pieces, when they come at once, then they are whole")
    func long() async throws {
        let long = String(repeating: "x", count: 3 << 20)
        let script: ScriptedServer.Script = { connection in
            while true {
                switch try await connection.request().path {
                case "/long": try await connection.answer(200, long)
                case "/pieces":
                    for piece in ["HTTP/1.1 200 OK\r\nContent-", "Length: 6\r\n\r\nab", "cd", "ef"] {
                        try await connection.send(piece)
                    }
                default: try await connection.answer(200, "short")
                }
            }
        }
        try await ScriptedServer.run(script) { server in
            for _ in 1...20 {
                for (path, length) in [("/short", 5), ("/long", long.utf8.count), ("/pieces", 6)] {
                    let body = try await client.send(ClientRequest(.get, server.url(path))).body.collect()
                    #expect(body.count == length)
                }
            }
            #expect(server.connections == 1)
        }
    }

    @Test("Given a quick host, when a request is cancelled, then its connection closes")
    func cancelled() async throws {
        let (arrived, closed) = (Milestone(), Milestone())
        let script: ScriptedServer.Script = { connection in
            for _ in 1...3 {
                _ = try await connection.request()
                try await connection.answer(200, "x")
            }
            _ = try await connection.request()
            arrived.reach()
            await connection.untilClosed()
            closed.reach()
        }
        try await ScriptedServer.run(script) { server in
            for _ in 1...3 { _ = try await client.send(ClientRequest(.get, server.url())).body.collect() }
            let request = Task { try await client.send(ClientRequest(.get, server.url())) }
            await arrived.wait()
            request.cancel()
            await #expect(throws: CancellationError.self) { _ = try await request.value }
            await closed.wait()
            #expect(client.activeExchanges == 0)
        }
    }
}
