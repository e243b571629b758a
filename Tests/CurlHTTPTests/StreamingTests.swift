import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

@Suite("Streaming", .serialized, .timeLimit(.minutes(5)))
struct StreamingTests {
    let client = HTTPClient(time: .patient)

    @Test("Given a stream that is still produced, when it is sent, then chunks are sent and answered before its end")
    func upload() async throws {
        let echo: ScriptedServer.Script = { connection in
            let lines = try await connection.head()
            #expect(lines.contains("Transfer-Encoding: chunked"))
            #expect(!lines.contains { $0.lowercased().hasPrefix("expect") })
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while let chunk = try await connection.chunk() { try await connection.sendChunk(chunk) }
            try await connection.sendLastChunk()
        }
        try await ScriptedServer.run(echo) { server in
            let chunks = BoundedChannel<[UInt8]>(capacity: 1)
            let response = try await client.send(ClientRequest(.post, server.url(), body: .stream(chunks)))
            var iterator = response.body.makeAsyncIterator()
            for number in UInt8(1)...20 {
                try await chunks.send([number, number])
                #expect(try await iterator.next() == [number, number])
            }
            // Nothing to say is not the end.
            try await chunks.send([])
            try await chunks.send([21])
            #expect(try await iterator.next() == [21])
            chunks.finish()
            #expect(try await iterator.next() == nil)
        }
    }

    @Test("Given large chunks, when they are sent, then they arrive whole")
    func largeChunks() async throws {
        let script = answering { connection, request in
            try await connection.answer(200, "\(request.body.count) \(request.body.reduce(0) { $0 &+ Int($1) })")
        }
        try await ScriptedServer.run(script) { server in
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            for count in [1, 100_000, 0, 3, 1_000_000] { continuation.yield([UInt8](repeating: 2, count: count)) }
            continuation.finish()
            let response = try await client.send(ClientRequest(.post, server.url(), body: .stream(stream)))
            #expect(try await response.body.collect() == Array("1100004 2200008".utf8))
        }
    }

    @Test("Given a server that does not read, when a stream is sent, then the stream is not read further")
    func uploadBackPressure() async throws {
        let arrived = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.head()
            try await connection.stopReading()
            arrived.reach()
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let made = Locked(0)
            let stream = AsyncThrowingStream<[UInt8], any Error> {
                made.withLock { $0 += 1 }
                return [UInt8](repeating: 1, count: 1 << 16)
            }
            let upload = Task { try await client.send(ClientRequest(.post, server.url(), body: .stream(stream))) }
            await arrived.wait()
            try await keepBusy()
            // Loopback sockets hold some megabytes; a gigabyte could have been made in the meantime.
            #expect(made.withLock { $0 } < 512)
            upload.cancel()
            await #expect(throws: CancellationError.self) { _ = try await upload.value }
        }
    }

    @Test("Given a stream, when it fails, then the exchange ends with its error")
    func brokenUpload() async throws {
        struct Broken: Error {}
        let closed = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.head()
            await connection.untilClosed()
            closed.reach()
        }
        try await ScriptedServer.run(script) { server in
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            continuation.yield([1])
            continuation.finish(throwing: Broken())
            await #expect(throws: Broken.self) {
                _ = try await client.send(ClientRequest(.post, server.url(), body: .stream(stream)))
            }
            await closed.wait()
        }
    }

    @Test("Given a connection that fails, when a stream is to be sent, then the stream is not read")
    func untouched() async throws {
        let touched = Locked(false)
        let stream = AsyncThrowingStream<[UInt8], any Error> {
            touched.withLock { $0 = true }
            return nil
        }
        let failure = await failure {
            _ = try await client.send(ClientRequest(.post, "http://127.0.0.1:1/", body: .stream(stream)))
        }
        #expect(failure?.kind == .connection)
        #expect(!touched.withLock { $0 })
    }

    @Test("Given an upload, when the server refuses early, then the upload ends")
    func earlyRefusal() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.head()
            _ = try await connection.chunk()
            try await connection.send("HTTP/1.1 413 \r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let ended = Milestone()
            let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            continuation.onTermination = { _ in ended.reach() }
            continuation.yield([1])
            let response = try await client.send(ClientRequest(.post, server.url(), body: .stream(stream)))
            #expect(response.status == 413)
            #expect(try await response.body.collect() == [])
            await ended.wait()
        }
    }

    @Test("Given a large answer, when the reader stops, then the server stops sending")
    func backPressure() async throws {
        let sent = Locked(0)
        let total = 256 << 20
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let piece = [UInt8](repeating: 7, count: 1 << 16)
            for _ in 0..<(total / piece.count) {
                try await connection.send(piece)
                sent.withLock { $0 += piece.count }
            }
        }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(.get, server.url(), limits: ResponseLimits(body: total))
            let body = try await client.send(request).body
            try await keepBusy()
            // Loopback sockets hold some megabytes.
            #expect(sent.withLock { $0 } < 32 << 20)
            var count = 0
            for try await bytes in body {
                #expect(bytes.count <= 512 << 10)
                count += bytes.count
            }
            #expect(count == total)
        }
    }

    /// Two hundred exchanges on the same loop: time enough for another transfer to move a hundred megabytes.
    private func keepBusy() async throws {
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer() }) { server in
            for _ in 1...200 { _ = try await client.send(ClientRequest(.get, server.url())).body.collect() }
        }
    }
}
