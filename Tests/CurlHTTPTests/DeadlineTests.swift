import CurlHTTP
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

@Suite("Deadlines", .serialized, .timeLimit(.minutes(5)))
struct DeadlineTests {
    let time = ManualTime()
    let client: HTTPClient
    let deadlines = Deadlines(
        connect: .seconds(2), firstByte: .seconds(5), progress: .seconds(3), total: .seconds(60))

    init() { client = HTTPClient(time: time.source) }

    /// So long before the connection and the head that a reader's wait is the next thing to be over.
    let patient = Deadlines(
        connect: .seconds(1_000), firstByte: .seconds(1_000), progress: .seconds(10), total: .seconds(10_000))

    /// Returns once an alarm has been set to a time so far away.
    private func untilSomebodyWaits(_ duration: Duration) async {
        while !time.waits.contains(duration) { await Task.yield() }
    }

    /// Moves the clock to one alarm after the other until the operation ends.
    private func failureInTime(_ operation: @escaping @Sendable () async throws -> Void) async throws -> HTTPFailure? {
        let ended = Locked(false)
        async let failure = failure {
            defer { ended.withLock { $0 = true } }
            try await operation()
        }
        while !ended.withLock({ $0 }) {
            time.advanceToNextSleeper()
            await Task.yield()
        }
        return await failure
    }

    @Test("Given a TLS handshake that hangs, when the deadline to connect passes, then the request fails")
    func connect() async throws {
        let script: ScriptedServer.Script = { connection in await connection.untilClosed() }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(.get, server.url(scheme: "https"), deadlines: deadlines)
            let failure = try await failureInTime { _ = try await client.send(request) }
            #expect(failure?.kind == .timeout)
            #expect(failure?.deadline == .connect)
            #expect(failure?.mayHaveBeenProcessed == false)
            #expect(time.now == .seconds(2))
        }
    }

    @Test("Given a host at its limit, when the deadline passes in the queue, then the request fails")
    func queue() async throws {
        let client = HTTPClient(configuration: HTTPClientConfiguration(exchangesPerHost: 1), time: time.source)
        let arrived = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            arrived.reach()
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let first = Task { try await client.send(ClientRequest(.get, server.url())) }
            await arrived.wait()
            let request = ClientRequest(.get, server.url(), deadlines: deadlines)
            let failure = try await failureInTime { _ = try await client.send(request) }
            #expect(failure?.deadline == .connect)
            #expect(failure?.mayHaveBeenProcessed == false)
            first.cancel()
            _ = try? await first.value
            #expect(server.connections == 1)
        }
    }

    @Test(
        "Given a server that hangs before its final answer, when the deadline passes, then the request fails",
        arguments: ["", "HTTP/1.1 100 Continue\r\n\r\n"])
    func firstByte(interim: String) async throws {
        let arrived = Milestone()
        let closed = Milestone()
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send(interim)
            arrived.reach()
            await connection.untilClosed()
            closed.reach()
        }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(.post, server.url(), body: .bytes([1]), deadlines: deadlines)
            async let failure = failure { _ = try await client.send(request) }
            await arrived.wait()
            try await time.waitForSleepers(count: 1)
            // The connection stands, so its deadline passes unnoticed.
            time.advance(by: .seconds(2))
            try await time.waitForSleepers(count: 1)
            time.advance(by: .seconds(3))
            let timeout = await failure
            #expect(timeout?.kind == .timeout)
            #expect(timeout?.deadline == .firstByte)
            #expect(timeout?.mayHaveBeenProcessed == true)
            #expect(timeout?.message == "no answer from 127.0.0.1 within 5.0 seconds")
            await closed.wait()
        }
    }

    @Test("Given a server that hangs after its head, when the deadline for progress passes, then the body fails")
    func progress() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let body = try await client.send(ClientRequest(.get, server.url(), deadlines: patient)).body
            async let failure = failure { _ = try await body.collect() }
            await untilSomebodyWaits(patient.progress)
            time.advance(by: patient.progress)
            let timeout = await failure
            #expect(timeout?.deadline == .progress)
            #expect(timeout?.mayHaveBeenProcessed == true)
        }
    }

    @Test(
        "Given a longer deadline for the first progress, then it is that one before the first, and the other one after it",
        arguments: [(0, "200"), (1, "10")])
    func firstProgress(chunks: Int, seconds: String) async throws {
        var deadlines = patient
        deadlines.firstProgress = patient.progress * 20
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<chunks { try await connection.sendChunk([1]) }
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { [deadlines] server in
            let body = try await client.send(ClientRequest(.get, server.url(), deadlines: deadlines)).body
            let read = BoundedChannel<Void>(capacity: 1)
            let waiting = Task { for _ in 0..<chunks { _ = try await read.next() } }
            let reading = Task {
                for try await _ in body {
                    body.madeProgress()
                    try await read.send(())
                }
            }
            // The clock stands still until all that comes has been understood.
            try await waiting.value
            let failure = try await failureInTime { try await reading.value }
            #expect(failure?.deadline == .progress)
            #expect(failure?.message.hasSuffix("within \(seconds).0 seconds") == true, "\(failure?.message ?? "")")
        }
    }

    @Test("Given a body in single bytes, when only framing arrives, then it is no progress, but content is")
    func drip() async throws {
        let next = BoundedChannel<Void>(capacity: 1)
        let read = BoundedChannel<Int>(capacity: 100)
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while try await next.next() != nil { try await connection.sendChunk([1]) }
        }
        try await ScriptedServer.run(script) { server in
            let body = try await client.send(ClientRequest(.get, server.url(), deadlines: patient)).body
            async let failure = failure {
                defer { read.finish() }
                var count = 0
                for try await bytes in body {
                    count += bytes.count
                    // Understands every byte of the first fifty, and none after.
                    if count <= 50 { body.madeProgress() }
                    try await read.send(count)
                }
            }
            // A byte a second: the first fifty make five deadlines' worth of time and more.
            for count in 1...50 {
                time.advance(by: .seconds(1))
                try await next.send(())
                #expect(try await read.next() == count)
            }
            // Then they are worth nothing. How many it takes depends on when the reader is back at its place.
            for count in 51...1_000 {
                time.advance(by: .seconds(1))
                guard (try? await next.send(())) != nil, try await read.next() == count else { break }
            }
            #expect(await failure?.deadline == .progress)
        }
    }

    @Test("Given a slow reader, when the deadline for progress passes, then the body does not fail")
    func slowReader() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1")
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let body = try await client.send(ClientRequest(.get, server.url(), deadlines: patient)).body
            async let failure = failure {
                var bytes = body.makeAsyncIterator()
                _ = try await bytes.next()
                time.advance(by: .seconds(40))
                _ = try await bytes.next()
            }
            // Its own 40 seconds do not count: it still has all the others.
            while time.now < .seconds(40) { await Task.yield() }
            await untilSomebodyWaits(patient.progress)
            time.advance(by: patient.progress)
            #expect(await failure?.deadline == .progress)
            #expect(time.now == .seconds(40) + patient.progress)
        }
    }

    @Test("Given a body that still arrives, when the total deadline passes, then it fails")
    func total() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            try await connection.sendChunk([1])
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            var deadlines = deadlines
            deadlines.total = .seconds(1)
            let body = try await client.send(ClientRequest(.get, server.url(), deadlines: deadlines)).body
            let failure = try await failureInTime { _ = try await body.collect() }
            #expect(failure?.deadline == .total)
            #expect(time.now == .seconds(1))
        }
    }

    @Test("Given an upload that the server does not read, when the deadline for the first byte passes, then it fails")
    func upload() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.head()
            // Takes no more than its buffers hold.
            try await connection.stopReading()
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            let endless = AsyncThrowingStream<[UInt8], any Error> { [UInt8](repeating: 1, count: 1 << 16) }
            let request = ClientRequest(.post, server.url(), body: .stream(endless), deadlines: deadlines)
            let failure = try await failureInTime { _ = try await client.send(request) }
            #expect(failure?.deadline == .connect || failure?.deadline == .firstByte)
            #expect(failure?.mayHaveBeenProcessed == false)
        }
    }
}
