import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

@Suite("Connections", .serialized, .timeLimit(.minutes(5)))
struct ConnectionTests {
    @Test("Given successive requests, when they are sent, then one connection serves them, and the timing says so")
    func reuse() async throws {
        // On the system's own clock, which is also curl's.
        let client = HTTPClient()
        let patience = Deadlines(connect: .seconds(300), firstByte: .seconds(300))
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer(200, "x") }) { server in
            for number in 1...5 {
                let response = try await client.send(ClientRequest(.get, server.url(), deadlines: patience))
                _ = try await response.body.collect()
                #expect(response.timing.reused == (number > 1))
                #expect((response.timing.connect == .zero) == (number > 1))
                #expect(response.timing.firstByte >= response.timing.queue + response.timing.connect)
            }
            #expect(server.connections == 1)
        }
    }

    @Test(
        "Given many requests, when some are quicker than others, then there are no more connections than are needed at once",
        arguments: [1, 3, 8])
    func reuseOfSeveral(tasks: Int) async throws {
        let client = HTTPClient(time: .patient)
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer(200, "x") }) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<tasks {
                    group.addTask {
                        for _ in 0..<200 { _ = try await client.send(ClientRequest(.get, server.url())).body.collect() }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.connections <= tasks)
        }
    }

    @Test("Given a host, when its connection is warmed, then the next request uses it")
    func warm() async throws {
        let client = HTTPClient(time: .patient)
        let script = answering { connection, request in
            #expect(request.field("authorization") == nil)
            try await connection.answer(request.method == "HEAD" && request.path == "/" ? 405 : 200)
        }
        try await ScriptedServer.run(script) { server in
            try await client.warm(server.url("/v1/speech?key=secret"))
            let response = try await client.send(ClientRequest(.get, server.url()))
            #expect(response.timing.reused)
            #expect(server.connections == 1)
        }
    }

    @Test("Given an idle connection, when the server closes it, then it is not used again")
    func closedWhileIdle() async throws {
        let client = HTTPClient(time: .patient)
        let closed = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.answer(200, "\(connection.number)")
            if connection.number == 1 { return closed.reach() }
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            _ = try await client.send(ClientRequest(.get, server.url())).body.collect()
            await closed.wait()
            // A request that may be repeated is answered, whether the end of the connection has arrived or arrives during
            // the request.
            let response = try await client.send(ClientRequest(.get, server.url()))
            #expect(try await response.body.collect() == Array("2".utf8))
        }
    }

    @Test(
        "Given large answers that come at once, when they are read, then they are complete", arguments: [1, 16])
    func largeAndQuick(tasks: Int) async throws {
        let client = HTTPClient(time: .patient)
        let large = String(repeating: "x", count: 1 << 20)
        let script = answering { connection, request in
            try await connection.answer(200, request.path == "/large" ? large : "small")
        }
        try await ScriptedServer.run(script) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<tasks {
                    let isLarge = task.isMultiple(of: 4)
                    group.addTask {
                        for _ in 1...(isLarge ? 400 / tasks : 100) {
                            let request = ClientRequest(.get, server.url(isLarge ? "/large" : "/small"))
                            let body = try await client.send(request).body.collect()
                            #expect(body.count == (isLarge ? large : "small").utf8.count)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.connections <= tasks)
        }
    }

    @Test("Given a reused connection, when it breaks before the answer to a POST, then the POST is not sent again")
    func brokenReuse() async throws {
        let client = HTTPClient(time: .patient)
        let requests = Locked(0)
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.answer()
            _ = try await connection.request()
            requests.withLock { $0 += 1 }
        }
        try await ScriptedServer.run(script) { server in
            _ = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1]))).body.collect()
            let failure = await failure {
                _ = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1])))
            }
            #expect(failure?.kind == .reset)
            #expect(failure?.mayHaveBeenProcessed == true)
            #expect(requests.withLock { $0 } == 1)
        }
    }

    @Test(
        "Given a host that breaks reused connections, when requests follow, then they use new connections for a while")
    func doubtfulReuse() async throws {
        let time = ManualTime()
        let client = HTTPClient(time: time.source)
        // Each connection takes one request and hangs up at the second.
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.answer()
            _ = try await connection.request()
        }
        try await ScriptedServer.run(script) { server in
            func post() async -> HTTPFailure? {
                await failure {
                    _ = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1]))).body.collect()
                }
            }
            #expect(await post() == nil)
            for _ in 1...2 {
                #expect(await post()?.kind == .reset)
                for _ in 1...5 { #expect(await post() == nil) }
                // In an hour it gets another chance.
                time.advance(by: .seconds(3_600))
            }
        }
    }

    @Test("Given a reused connection, when it breaks before the answer to a GET, then the GET is sent again")
    func repeatedReuse() async throws {
        let client = HTTPClient(time: .patient)
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.answer(200, "\(connection.number)")
            _ = try await connection.request()
        }
        try await ScriptedServer.run(script) { server in
            for number in 1...20 {
                let response = try await client.send(ClientRequest(.get, server.url()))
                #expect(try await response.body.collect() == Array("\(number)".utf8))
            }
        }
    }

    @Test(
        "Given a limit for each host, when it is reached, then further requests wait, and those to other hosts do not")
    func limit() async throws {
        let client = HTTPClient(configuration: HTTPClientConfiguration(exchangesPerHost: 2), time: .patient)
        let arrived = BoundedChannel<String>(capacity: 100)
        let release = Milestone()
        let script = answering { connection, request in
            try await arrived.send(request.path)
            if request.path == "/held" { await release.wait() }
            if request.path == "/hung" { await connection.untilClosed() }
            try await connection.answer()
        }
        try await ScriptedServer.run(script) { server in
            @Sendable func send(_ path: String, host: String = "127.0.0.1") async throws -> ClientResponse {
                try await client.send(ClientRequest(.get, server.url(path, host: host)))
            }
            async let held = send("/held")
            let hung = Task { try await send("/hung") }
            let first = try await [arrived.next(), arrived.next()]
            #expect(Set(first) == ["/held", "/hung"])

            let cancelled = Task { try await send("/cancelled") }
            async let third = send("/third")
            // The same server under another name is another host, with separate places.
            #expect(try await send("/other", host: "localhost").status == 200)
            #expect(try await arrived.next() == "/other")
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { _ = try await cancelled.value }

            release.reach()
            let answers = try await [held, third].map(\.status)
            #expect(answers == [200, 200])
            #expect(try await arrived.next() == "/third")
            hung.cancel()
            await #expect(throws: CancellationError.self) { _ = try await hung.value }
            #expect(try await send("/last").status == 200)
        }
    }

    @Test("Given a client that was shut down, when requests are open or new, then they fail")
    func shutdown() async throws {
        let client = HTTPClient(time: .patient)
        let arrived = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            arrived.reach()
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(.get, server.url())
            let open = Task { try await client.send(request) }
            await arrived.wait()
            await client.shutdown()
            let first = await failure { _ = try await open.value }
            #expect(first?.kind == .connection)
            #expect(first?.mayHaveBeenProcessed == true)
            let second = await failure { _ = try await client.send(request) }
            #expect(second?.kind == .connection)
            #expect(second?.mayHaveBeenProcessed == false)
            await client.shutdown()
        }
    }
}
