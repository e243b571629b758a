import ConversationTesting
import Conversations
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// Stopping, as SIGTERM does it.
@Suite(.timeLimit(.minutes(10)))
struct DrainTests {
    @Test("Given a live event stream, when the server stops, then the conversation ends and the stream says so")
    func stream() async throws {
        try await withServer { server in
            let connection = try await live(server)
            await server.stop()
            var last: ServerSentEvent?
            while let event = try await connection.realEvent() { last = event }
            #expect(last?.event == "conversation.finished")
            #expect(try JSON.object(last?.data)["state"] as? String == "interrupted")
            #expect(await connection.isEnded())
        }
    }

    @Test("Given a client that is still sending, when the server stops, then the document has what was heard so far")
    func document() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation())
            try await connection.sendChunk(try Recordings.pcm())
            try await service.begun.next()
            while try await service.store.conversations(limit: 1).first?.utterances ?? 0 == 0 { await Task.yield() }
            let sender = Task {
                while !Task.isCancelled { try await connection.sendChunk([UInt8](repeating: 0, count: 32_000)) }
            }
            await server.stop()
            let answer = try await connection.answer()
            #expect(answer.status == 200)
            #expect(answer.fields["connection"] == "close")
            let document = try JSON.object(answer.body)
            #expect(document.conversation("state") == "interrupted")
            #expect(document.utterances.count >= 1)
            sender.cancel()
            await connection.close()
        }
    }

    @Test("Given a server that drains, when a request comes, then it is answered with 503, and liveness with 200")
    func notNow() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(closing: { await gate.wait() }))
        try await withServer(service) { server in
            let connection = try await live(server)
            // A connection from before, and new ones.
            let waiting = try await server.open()
            try await waiting.send(.head("GET", "/api/health"))
            #expect(try await waiting.answer().status == 200)
            await server.stop()
            while try await server.send("GET", "/api/health").status == 200 { await Task.yield() }

            let health = try await server.send("GET", "/api/health")
            #expect(health.status == 503)
            #expect(try JSON.holds(health.body, #"{"status":"draining","version":"1.2.3"}"#))
            let ready = try await server.send("GET", "/api/health/ready")
            #expect(ready.status == 503)
            #expect(try JSON.object(ready.body)["status"] as? String == "draining")
            let alive = try await server.send("GET", "/api/health/live")
            #expect(alive.status == 200)
            let refused = [
                ("POST", "/api/translate?from=en&to=es"), ("POST", "/api/jobs?from=en&to=es"),
                ("POST", "/api/live?from=en&to=es"), ("POST", "/api/phrases"), ("GET", "/api/conversations"),
            ]
            for (method, target) in refused {
                let answer = try await server.send(method, target, body: method == "POST" ? [] : nil)
                #expect(answer.status == 503)
                #expect(answer.fields["retry-after"] == "5")
                #expect(answer.fields["connection"] == "close")
                #expect(try JSON.object(answer.body)["code"] as? String == "server.stopping")
            }
            // A session that is still there may be given orders; this one is not.
            let json = ["Content-Type: application/json"]
            let order = try await server.send(
                "POST", "/api/live/gone", fields: json, body: Array(#"{"type":"seen","seq":1}"#.utf8))
            #expect(order.status == 404)
            // A ticket lets a browser come back to its session, and begins none.
            #expect(try await server.send("POST", "/api/live/tickets", body: []).status == 200)
            let new = try await server.send(
                "POST", "/api/live/tickets", fields: json, body: Array(#"{"from":"en","to":"es"}"#.utf8))
            #expect(try JSON.object(new.body)["code"] as? String == "server.stopping")
            try await waiting.send(.head("GET", "/api/conversations"))
            #expect(try await waiting.answer().status == 503)

            gate.open()
            var last: ServerSentEvent?
            while let event = try await connection.realEvent() { last = event }
            #expect(last?.event == "conversation.finished")
        }
    }

    @Test("Given a translation that has heard nothing yet, when the server stops, then it is answered with 503")
    func nothingHeard() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation("from=en&to=es"))
            try await service.begun.next()
            await server.stop()
            let answer = try await connection.answer()
            #expect(answer.status == 503)
            #expect(try JSON.object(answer.body)["code"] as? String == "server.stopping")
        }
    }

    @Test("Given an upload in progress, when the server stops, then its job is taken, and done after the next start")
    func upload() async throws {
        try await JobHall.with { hall in
            let store = InMemoryStore()
            let recording = try Recordings.wav(seconds: 4)
            var id = ""
            try await withServer(SampleService(store: store), jobs: try hall.services()) { server in
                let connection = try await server.open()
                try await connection.send(.head("POST", "/api/jobs?from=en&to=es", length: recording.count))
                try await connection.send(Array(recording.prefix(20_000)))
                while hall.uploads.isEmpty { await Task.yield() }
                await server.stop()
                // Then it answers 503, or takes no connection any more.
                while (try? await server.send("GET", "/api/health").status) == 200 { await Task.yield() }
                try await connection.send(Array(recording.dropFirst(20_000)))
                let answer = try await connection.answer()
                let job = try JSON.object(answer.body)
                #expect(answer.status == 202 && job.state == "queued")
                await connection.close()
                id = job.id
            }
            #expect(hall.uploads == [id])
            try await withServer(SampleService(store: store), jobs: try hall.services()) { server in
                let done = try await server.ended(id)
                #expect(done.state == "done")
            }
        }
    }

    @Test("Given work that does not end in time, when the server stops, then it is cancelled and stays resumable")
    func graceExpires() async throws {
        let service = SampleService(hooks: .init(closing: { try await Task.sleep(for: .seconds(3_600)) }))
        try await withServer(service, configuration: .test(grace: .milliseconds(100))) { server in
            let connection = try await live(server)
            await server.stop()
            let result = try #require(try await service.ended.next())
            #expect(throws: CancellationError.self) { _ = try result.get() }
            await connection.close()
        }
        // Nothing of what was heard is lost.
        let stored = try await service.store.conversations(limit: 1).first
        #expect(stored?.conversation.isResumable == true)
        #expect(stored?.utterances ?? 0 >= 1)
    }

    /// A stream of events with one finished utterance and the audio still open.
    private func live(_ server: RunningServer) async throws -> HTTPConnection {
        let connection = try await server.open()
        try await connection.send(.chunkedTranslation(events: true))
        try await connection.sendChunk(try Recordings.pcm())
        #expect(try await connection.head().status == 200)
        while let event = try await connection.event(), event.event != "utterance.finished" {}
        return connection
    }
}
