import CurlHTTP
import Foundation
import HTTPTypes
import Plumbing
import Testing
import VerbioTesting

@Suite("Cancellation", .serialized, .timeLimit(.minutes(5)))
struct CancellationTests {
    let client = HTTPClient(time: .patient)

    /// Reports the arrival of a request and the departure of its client.
    private struct Hung {
        let arrived = Milestone()
        let closed = Milestone()

        func script(_ answer: String) -> ScriptedServer.Script {
            { connection in
                _ = try await connection.request()
                try await connection.send(answer)
                arrived.reach()
                await connection.untilClosed()
                closed.reach()
            }
        }
    }

    @Test("Given a request without an answer, when its task is cancelled, then the connection closes")
    func beforeHead() async throws {
        let hung = Hung()
        try await ScriptedServer.run(hung.script("")) { server in
            let request = Task { try await client.send(ClientRequest(.get, server.url())) }
            await hung.arrived.wait()
            request.cancel()
            await #expect(throws: CancellationError.self) { _ = try await request.value }
            await hung.closed.wait()
            #expect(client.activeExchanges == 0)
        }
    }

    @Test("Given a body that hangs, when its reader is cancelled, then the connection closes")
    func inBody() async throws {
        let hung = Hung()
        try await ScriptedServer.run(hung.script("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1")) { server in
            let body = try await client.send(ClientRequest(.get, server.url())).body
            let reader = Task { try await body.collect() }
            await hung.arrived.wait()
            reader.cancel()
            await #expect(throws: CancellationError.self) { _ = try await reader.value }
            await hung.closed.wait()
        }
    }

    @Test("Given a response, when it is dropped, then the connection closes")
    func dropped() async throws {
        let hung = Hung()
        try await ScriptedServer.run(hung.script("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1")) { server in
            let status = try await client.send(ClientRequest(.get, server.url())).status
            #expect(status == 200)
            await hung.closed.wait()
            // The server may see the end of the connection before the client has counted it.
            while client.activeExchanges != 0 {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(client.activeExchanges == 0)
        }
    }

    @Test("Given a cancelled task, when it sends a request, then no connection is made")
    func atOnce() async throws {
        try await ScriptedServer.run { _ in
        } _: { server in
            let request = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await client.send(ClientRequest(.get, server.url()))
            }
            await #expect(throws: CancellationError.self) { _ = try await request.value }
            #expect(server.connections == 0)
        }
    }

    @Test(
        "Given a request, when it is cancelled at any moment, then it is answered or cancelled, and the client still works",
        arguments: 0..<40)
    func anyMoment(yields: Int) async throws {
        let script = answering { connection, _ in try await connection.answer(200, "done") }
        try await ScriptedServer.run(script) { server in
            let request = Task { try await client.send(ClientRequest(.get, server.url())).body.collect() }
            for _ in 0..<(yields * yields) { await Task.yield() }
            request.cancel()
            switch await request.result {
            case .success(let bytes): #expect(bytes == Array("done".utf8))
            case .failure(let error): #expect(error is CancellationError)
            }
            let next = try await client.send(ClientRequest(.get, server.url())).body.collect()
            #expect(next == Array("done".utf8))
        }
    }

    @Test("Given a thousand calls that hang, when they are cancelled, then nothing of them is left")
    func leak() async throws {
        let time = ManualTime()
        let client = HTTPClient(
            configuration: HTTPClientConfiguration(exchangesPerHost: 50), time: time.source)
        let script: ScriptedServer.Script = { connection in
            let path = try await connection.request().path
            if path == "/body" { try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1") }
            await connection.untilClosed()
        }
        try await ScriptedServer.run(script) { server in
            func wave() async {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<100 {
                        let path = number.isMultiple(of: 2) ? "/head" : "/body"
                        group.addTask {
                            var request = ClientRequest(.get, server.url(path))
                            request.deadlines.total = number.isMultiple(of: 3) ? .seconds(1) : .seconds(1_000_000)
                            _ = try? await client.send(request).body.collect()
                        }
                    }
                    while client.activeExchanges < 100 { await Task.yield() }
                    // A third of them exceeds a deadline, the others are abandoned.
                    while client.activeExchanges > 66 {
                        time.advance(by: .seconds(1))
                        await Task.yield()
                    }
                    group.cancelAll()
                }
            }
            await wave()
            let before = try Footprint()
            for _ in 1...10 { await wave() }
            #expect(client.activeExchanges == 0)
            let after = try Footprint()
            // Other tests of the process open descriptors and threads in the meantime; a leak would show hundreds.
            #expect(after.descriptors < before.descriptors + 200)
            #expect(after.threads < before.threads + 50)
        }
        await client.shutdown()
    }

    /// What the process holds.
    private struct Footprint {
        var descriptors: Int
        var threads: Int

        init() throws {
            descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        }
    }

    @Test(
        "Given a limit of exchanges, when requests are cancelled at any time, then their slots are free for the next",
        arguments: [1, 2, 3])
    func places(seed: UInt64) async throws {
        let client = HTTPClient(configuration: HTTPClientConfiguration(exchangesPerHost: 2), time: .patient)
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer(200, "x") }) { server in
            var generator = SplitMix64(seed: seed)
            let hops = (1...300).map { _ in Int.random(in: 0...12, using: &generator) }
            await withTaskGroup(of: Void.self) { group in
                for hop in hops {
                    group.addTask {
                        let request = Task {
                            _ = try await client.send(ClientRequest(.get, server.url())).body.collect()
                        }
                        for _ in 0..<hop { await Task.yield() }
                        if hop < 10 { request.cancel() }
                        let outcome = await request.result
                        if hop >= 10 { #expect(throws: Never.self) { try outcome.get() } }
                    }
                }
            }
            // Both places are there again.
            async let one = client.send(ClientRequest(.get, server.url())).body.collect()
            async let other = client.send(ClientRequest(.get, server.url())).body.collect()
            let answers = try await [one, other]
            #expect(answers == [Array("x".utf8), Array("x".utf8)])
            #expect(client.activeExchanges == 0)
        }
    }

    @Test("Given requests in progress, when the client is shut down, then each of them ends", arguments: [1, 2, 3])
    func shutdown(seed: UInt64) async throws {
        try await ScriptedServer.run(answering { connection, _ in try await connection.answer() }) { server in
            var generator = SplitMix64(seed: seed)
            let hops = (1...100).map { _ in Int.random(in: 0...20, using: &generator) }
            let client = HTTPClient(configuration: HTTPClientConfiguration(exchangesPerHost: 2), time: .patient)
            await withTaskGroup(of: Void.self) { group in
                for hop in hops {
                    group.addTask {
                        for _ in 0..<hop { await Task.yield() }
                        _ = try? await client.send(ClientRequest(.get, server.url())).body.collect()
                    }
                }
                group.addTask {
                    for _ in 0..<10 { await Task.yield() }
                    await client.shutdown()
                }
            }
            #expect(client.activeExchanges == 0)
        }
    }
}
