import CurlHTTP
import HTTPTypes
import Testing
import VerbioTesting

@Suite("Failures", .serialized, .timeLimit(.minutes(5)))
struct FailureTests {
    let client = HTTPClient(time: .patient)

    @Test("Given a port without a server, when it is called, then the failure names the address")
    func refused() async throws {
        // Port 1 belongs to a service that has been out of use for decades.
        let url = "http://127.0.0.1:1/"
        let failure = await failure { _ = try await client.send(ClientRequest(.get, url)) }
        #expect(failure?.kind == .connection)
        #expect(failure?.mayHaveBeenProcessed == false)
        #expect(failure?.message == "no server accepts connections at 127.0.0.1:1")
    }

    @Test("Given an unknown host name, when it is called, then the failure names it")
    func unknownHost() async throws {
        let failure = await failure { _ = try await client.send(ClientRequest(.get, "http://verbio.invalid/")) }
        #expect(failure?.kind == .nameResolution)
        #expect(failure?.mayHaveBeenProcessed == false)
        #expect(failure?.message == "the name verbio.invalid is not known")
    }

    @Test(
        "Given a request, when the connection closes instead of an answer, then it may have been processed",
        arguments: [false, true])
    func noAnswer(withReset: Bool) async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            if withReset { try await connection.reset() }
        }
        try await ScriptedServer.run(script) { server in
            let failure = await failure {
                _ = try await client.send(ClientRequest(.post, server.url(), body: .bytes([1, 2, 3])))
            }
            #expect(failure?.kind == .reset)
            #expect(failure?.mayHaveBeenProcessed == true)
        }
    }

    @Test("Given an upload, when the connection breaks during it, then the request was not processed")
    func halfRequest() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.head()
            try await connection.reset()
        }
        try await ScriptedServer.run(script) { server in
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            continuation.yield([1])
            let failure = await failure {
                _ = try await client.send(ClientRequest(.post, server.url(), body: .stream(stream)))
            }
            #expect(failure?.kind == .connection)
            #expect(failure?.mayHaveBeenProcessed == false)
        }
    }

    @Test(
        "Given an answer that is cut, when it is read, then the received part is delivered before the failure",
        arguments: [
            "Content-Length: 10\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nwo",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
        ])
    func truncated(answer: String) async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\n" + answer)
        }
        try await ScriptedServer.run(script) { server in
            let body = try await client.send(ClientRequest(.get, server.url())).body
            var received: [UInt8] = []
            let failure = await failure { for try await bytes in body { received += bytes } }
            #expect(failure?.kind == .truncated)
            #expect(failure?.mayHaveBeenProcessed == true)
            #expect(received.starts(with: Array("hello".utf8)))
        }
    }

    @Test(
        "Given a body, when the connection is reset within it, then the received part is delivered before the failure")
    func resetInBody() async throws {
        let taken = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            await taken.wait()
            try await connection.reset()
        }
        try await ScriptedServer.run(script) { server in
            var iterator = try await client.send(ClientRequest(.get, server.url())).body.makeAsyncIterator()
            #expect(try await iterator.next() == Array("hello".utf8))
            taken.reach()
            let failure = await failure { _ = try await iterator.next() }
            #expect(failure?.kind == .truncated)
        }
    }

    @Test(
        "Given an answer that is not HTTP, when it arrives, then the request fails",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "\0\0\0\0\0\0\0\0\0\0", "HTTP/1.1 2\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        ])
    func malformedHead(answer: String) async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send(answer)
        }
        try await ScriptedServer.run(script) { server in
            let failure = await failure { _ = try await client.send(ClientRequest(.get, server.url())) }
            #expect(failure?.kind == .malformed)
            #expect(failure?.mayHaveBeenProcessed == true)
        }
    }

    @Test(
        "Given a body that cannot be decoded, when it is read, then it fails",
        arguments: [
            "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
            "Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
            "Content-Encoding: br\r\nContent-Length: 12\r\n\r\n!!!!!!!!!!!!",
            "Content-Encoding: zstd\r\nContent-Length: 5\r\n\r\nhello",
            "Content-Encoding: made-up\r\nContent-Length: 5\r\n\r\nhello",
        ])
    func malformedBody(answer: String) async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\n" + answer)
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let failure = await failure {
                _ = try await client.send(ClientRequest(.get, server.url())).body.collect()
            }
            #expect(failure?.kind == .malformed)
            #expect(failure?.message.contains("hello") == false)
        }
    }
}
