import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite(.timeLimit(.minutes(10)))
struct HealthTests {
    @Test("Given a server that takes work, when its health is requested, then it answers ok with its version")
    func health() async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/api/health")
            #expect(answer.status == 200)
            #expect(try JSON.holds(answer.body, #"{"status":"ok","version":"1.2.3"}"#))
            #expect(answer.fields["content-type"] == "application/json")
        }
    }

    @Test(
        "given a store that can be written, when the server is asked if it is ready, then it is, with its engines by stage"
    )
    func ready() async throws {
        try await withServer { server in
            let answer = try await server.send("GET", "/api/health/ready")
            #expect(answer.status == 200)
            let body = try JSON.object(answer.body)
            #expect(body["status"] as? String == "ready" && body["problem"] == nil)
            let engines = try #require(body["engines"] as? [String: String])
            #expect(engines.values.allSatisfy { $0 == "available" })
        }
    }

    @Test("given a store that cannot be written, then the server is not ready, says why, and is alive all the same")
    func unwritable() async throws {
        for (error, code) in [
            (Problem(.store, "store.full", "the disk is full", cure: "make room") as any Error, "store.full"),
            (BytesLost(), "store.unwritable"),
        ] {
            try await withServer(SampleService(store: BrokenStore(error: error))) { server in
                let answer = try await server.send("GET", "/api/health/ready")
                #expect(answer.status == 503 && answer.fields["retry-after"] == "5")
                let body = try JSON.object(answer.body)
                #expect(body["status"] as? String == "store" && body["problem"] as? String == code)
                let alive = try await server.send("GET", "/api/health/live")
                #expect(alive.status == 200)
                #expect(try JSON.holds(alive.body, #"{"status":"live","version":"1.2.3"}"#))
            }
        }
    }

    @Test("given a store that takes rows but no files, such as one whose folder is gone, then it cannot be written")
    func folderGone() async throws {
        let gone = Problem(.store, "store.unwritable", "there is no such folder", cure: "look at the disk")
        for canClaim in [true, false] {
            let store = BrokenStore(error: gone, remembering: {}, canClaim: canClaim)
            #expect(await StoreProbe(store, time: .system).check()?.code == (canClaim ? nil : "store.unwritable"))
        }
    }

    @Test(
        "given a write that does not end, when several ask, then one write runs, and all are answered within the limit")
    func slowStore() async throws {
        let (time, gate, writes) = (ManualTime(), Gate(), Locked(0))
        let store = BrokenStore(
            error: BytesLost(),
            remembering: {
                writes.withLock { $0 += 1 }
                await gate.wait()
            }, canClaim: true)
        let probe = StoreProbe(store, time: time.source)
        async let first = probe.check()
        async let second = probe.check()
        try await time.waitForSleepers(count: 2)
        time.advance(by: StoreProbe.limit)
        let late = await [first?.code, second?.code]
        #expect(late == ["store.slow", "store.slow"])
        // The write that is in progress counts for the next caller, too.
        async let third = probe.check()
        try await time.waitForSleepers(count: 1)
        gate.open()
        let written = await third
        #expect(written == nil)
        #expect(writes.withLock { $0 } == 1)
        #expect(await probe.check() == nil)
        #expect(writes.withLock { $0 } == 1, "a finding counts for a while")
        time.advance(by: StoreProbe.lifetime)
        #expect(await probe.check() == nil)
        #expect(writes.withLock { $0 } == 2)
    }

    @Test(
        "Given any path, when it is requested, then the answer has the security fields and no Server field",
        arguments: ["/api/health", "/api/conversations", "/nowhere"])
    func headers(path: String) async throws {
        try await withServer { server in
            let answer = try await server.send("GET", path)
            #expect(answer.fields["x-content-type-options"] == "nosniff")
            #expect(answer.fields["cache-control"] == "no-store")
            #expect(answer.fields["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
            #expect(answer.fields["cross-origin-resource-policy"] == "same-origin")
            #expect(answer.fields["referrer-policy"] == "no-referrer")
            #expect(answer.fields["server"] == nil)
        }
    }

    @Test("Given a HEAD request, then the answer is that of GET without the body", arguments: ["/api/health", "/no"])
    func head(path: String) async throws {
        try await withServer { server in
            let connection = try await server.open()
            try await connection.send(.head("GET", path))
            let got = try await connection.answer()
            try await connection.send(.head("HEAD", path))
            let head = try await connection.answer(isHead: true)
            #expect(head.status == got.status)
            #expect(head.fields["content-length"] == got.fields["content-length"])
            try await connection.send(.head("GET", path))
            #expect(try await connection.answer().body == got.body)
        }
    }

    @Test("Given four requests, when they are complete, then the log has a line for each, without their content")
    func log() async throws {
        try await withServer { server in
            let wav = try Recordings.wav(seconds: 3)
            let answer = try await server.send(
                "POST", "/api/translate?from=en&to=es&title=sesame", body: wav)
            let text = try #require(try JSON.object(answer.body).utterances.first?.source)
            for (place, (method, path)) in [
                ("GET", "/api/conversations"), ("GET", "/api/sesame"), ("SESAME", "/api/health"),
            ].enumerated() {
                // The line is written when the answer is complete, which may be after the client has it.
                while server.log.all.count <= place, !Task.isCancelled { await Task.yield() }
                _ = try await server.send(method, path)
            }
            while server.log.all.count < 4, !Task.isCancelled { await Task.yield() }
            let lines = server.log.all
            #expect(lines.count == 4)
            #expect(lines[0].hasPrefix("request complete=true method=POST"))
            #expect(lines[0].contains("route=/api/translate status=200"))
            #expect(lines[2].contains("status=404") && lines[3].contains("method=other"))
            for line in lines { #expect(!line.contains("sesame") && !line.contains("SESAME") && !line.contains(text)) }
        }
    }

    @Test(
        "given a request that belongs to a trace, then its line in the log names it, and nothing that is no trace",
        arguments: [
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
            ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", true),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
            ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
            ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
            ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
            ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false), ("00-x-y-01", false), ("", false),
        ])
    func trace(field: String, isTrace: Bool) async throws {
        try await withServer { server in
            _ = try await server.send("GET", "/api/health", fields: ["traceparent: \(field)"])
            while server.log.all.isEmpty, !Task.isCancelled { await Task.yield() }
            #expect(server.log.all[0].contains("trace=4bf92f3577b34da6a3ce929d0e0e4736") == isTrace)
            #expect(server.log.all[0].contains("trace=") == isTrace)
        }
    }

    @Test(
        "given the name of a request, when it is answered, then the answer and the log have it, or a new one if it is none",
        arguments: [
            ("a-b.C_9", true), (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
            ("", false), ("a b", false), ("é", false), ("a\r\nX-Request-ID: b", false),
        ])
    func names(name: String, isTaken: Bool) async throws {
        try await withServer { server in
            for target in ["/api/languages", "/api/nothing"] {
                let answer = try await server.send("GET", target, fields: ["X-Request-ID: \(name)"])
                let told = try #require(answer.fields["x-request-id"])
                #expect(isTaken ? told == name : told.utf8.count == 32 && told.allSatisfy(\.isHexDigit))
                while !server.log.all.contains(where: { $0.contains("request=\(told) ") }), !Task.isCancelled {
                    await Task.yield()
                }
            }
            let others = try await [server.send("GET", "/api/health"), server.send("GET", "/api/health")]
            #expect(Set(others.compactMap { $0.fields["x-request-id"] }).count == 2)
        }
    }

    @Test("Given a port in use, when a server starts on it, then it fails with a problem that names the port")
    func portInUse() async throws {
        try await withServer { server in
            let error = await #expect(throws: Problem.self) {
                try await withServer(configuration: .test(port: server.port)) { _ in }
            }
            #expect(error?.code == "server.port")
            #expect(error?.what == "port \(server.port) cannot be listened on (it is in use)")
        }
    }
}
