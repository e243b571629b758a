import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

/// What comes over a kept connection that belongs to no request.
@Suite("Kept connections", .serialized, .timeLimit(.minutes(5)))
struct KeptConnectionTests {
    @Test(
        "Given bytes between two requests, when the next one is sent, then they are not its answer",
        arguments: [1, 3, 40])
    func stray(answers: Int) async throws {
        let client = HTTPClient(time: .patient)
        let given = Locked<[Milestone]>([])
        let script: ScriptedServer.Script = { connection in
            let ended = Milestone()
            given.withLock { $0.append(ended) }
            _ = try await connection.request()
            try await connection.answer(200, "asked \(connection.number)")
            for _ in 0..<answers { try? await connection.answer(200, String(repeating: "x", count: 10_000)) }
            await connection.untilClosed()
            ended.reach()
        }
        try await ScriptedServer.run(script) { server in
            for number in 1...5 {
                let request = ClientRequest(.post, server.url(), body: .bytes([1]))
                let response = try await client.send(request)
                #expect(try await response.body.collect() == Array("asked \(number)".utf8))
                #expect(!response.timing.reused)
                // The client has ended the connection.
                await given.withLock { $0[number - 1] }.wait()
            }
        }
    }

    @Test("Given bytes just before a request, when it is sent, then they are not its answer")
    func strayJustBefore() async throws {
        let client = HTTPClient(time: .patient)
        let sent = Locked<[Milestone]>([])
        let script: ScriptedServer.Script = { connection in
            let isThere = Milestone()
            sent.withLock { $0.append(isThere) }
            _ = try await connection.request()
            try await connection.answer(200, "asked \(connection.number)")
            try? await connection.answer(408, "stray")
            isThere.reach()
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            for number in 1...300 {
                let response = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1])))
                #expect(try await response.body.collect() == Array("asked \(number)".utf8))
                await (try #require(sent.withLock { $0.count == number ? $0.last : nil })).wait()
            }
        }
    }

    @Test("Given an early answer, when stray bytes follow the upload, then they are no later request's answer")
    func strayAfterEarlyAnswer() async throws {
        let client = HTTPClient(time: .patient)
        let (heard, sent) = (Milestone(), Milestone())
        let body = [UInt8](repeating: 7, count: 8 << 20)
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.head()
            try await connection.stopReading()
            try await connection.answer(200, "asked \(connection.number)")
            await heard.wait()
            try await connection.goOnReading()
            _ = try await connection.bytes(connection.number == 1 ? body.count : 1)
            try? await connection.answer(200, "stray")
            sent.reach()
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let first = try await client.send(ClientRequest(.post, server.url(), body: .bytes(body)))
            heard.reach()
            #expect(try await first.body.collect() == Array("asked 1".utf8))
            await sent.wait()
            let second = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1])))
            #expect(try await second.body.collect() == Array("asked 2".utf8))
        }
    }

    @Test(
        "given more behind an answer than belongs to it, when the next request is made, then that is answered",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokmore", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nmore",
            "HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nmore", "HTTP/1.1 304 Not Modified\r\n\r\nmore",
            "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmore",
        ], [false, true])
    func bytesBehindAnAnswer(answer: String, isLong: Bool) async throws {
        // More than one read of the client's takes.
        let text = answer + (isLong ? String(repeating: "more", count: 50_000) : "")
        let isThere = Locked(Milestone())
        let innocent = Locked(0)
        let script = answering { connection, request in
            if request.path == "/innocent" {
                innocent.withLock { $0 += 1 }
                return try await connection.answer(200, "innocent")
            }
            try? await connection.send(text)
            isThere.withLock { $0 }.reach()
        }
        try await ScriptedServer.run(script) { server in
            for round in 1...20 {
                let client = HTTPClient(time: .patient)
                let milestone = Milestone()
                isThere.withLock { $0 = milestone }
                _ = try await client.send(ClientRequest(.post, server.url("/more"), body: .bytes([1]))).body.collect()
                await milestone.wait()
                let next = ClientRequest(.post, server.url("/innocent"), body: .bytes([2]))
                #expect(try await client.send(next).body.collect() == Array("innocent".utf8))
                #expect(innocent.withLock { $0 } == round, "it is made once")
                await client.shutdown()
            }
        }
    }

    @Test(
        "given something that is no HTTP on a kept connection, when a request went out before, then it is made again only if that has no effect",
        arguments: [
            "more\r\n", "\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno", "{\"late\": true}",
            "HTTP/1.1 2x0\r\n\r\n",
        ])
    func noHTTPInsteadOfAnAnswer(stray: String) async throws {
        for method in [HTTPRequest.Method.get, .post] {
            let client = HTTPClient(time: .patient)
            let script: ScriptedServer.Script = { connection in
                _ = try await connection.request()
                try await connection.answer(200, "\(connection.number)")
                // With the next request on its way.
                _ = try await connection.request()
                try await connection.send(stray)
                await connection.untilClosed()
            }
            try await ScriptedServer.run(script) { server in
                let request = ClientRequest(method, server.url(), body: method == .get ? .none : .bytes([1]))
                _ = try await client.send(request).body.collect()
                if method == .get {
                    #expect(try await client.send(request).body.collect() == Array("2".utf8))
                } else {
                    let failure = await failure { _ = try await client.send(request).body.collect() }
                    #expect(failure?.kind == .reset, "a broken connection, not a server that speaks no HTTP")
                    #expect(failure?.mayHaveBeenProcessed == true)
                    #expect(server.connections == 1)
                    // A second call is answered on a new connection.
                    #expect(try await client.send(request).body.collect() == Array("2".utf8))
                }
                #expect(server.connections == 2)
            }
        }
    }

    @Test("given a server that closes an idle connection with a late 408, then the request is made on a new connection")
    func late408() async throws {
        let client = HTTPClient(time: .patient)
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.answer(200, "\(connection.number)")
            _ = try await connection.request()
            try await connection.answer(408, fields: ["Connection: close"], "too late")
        }
        try await ScriptedServer.run(script) { server in
            for number in 1...5 {
                let response = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1])))
                #expect(try await response.body.collect() == Array("\(number)".utf8))
            }
        }
    }

    @Test("given a 408 on a new connection, then it is the answer")
    func honest408() async throws {
        let client = HTTPClient(time: .patient)
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer(408, "slow") }) {
            server in
            let response = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1])))
            #expect(response.status == 408)
            #expect(try await response.body.collect() == Array("slow".utf8))
            #expect(server.connections == 1)
        }
    }

    @Test("given a streamed body that has begun, when a 408 comes over a kept connection, then it is the answer")
    func late408OfAStream() async throws {
        let client = HTTPClient(time: .patient)
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.answer(200, "\(connection.number)")
            _ = try await connection.request()
            try await connection.answer(408, "too late")
        }
        try await ScriptedServer.run(script) { server in
            _ = try await client.send(ClientRequest(.get, server.url())).body.collect()
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            continuation.yield([1])
            continuation.finish()
            let response = try await client.send(ClientRequest(.post, server.url(), body: .stream(stream)))
            #expect(response.status == 408)
        }
    }
}
