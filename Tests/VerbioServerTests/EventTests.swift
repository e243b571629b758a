import Conversations
import Plumbing
import Testing
import VerbioServer
import VerbioTesting

/// `POST /api/translate`, answered with events as they happen.
@Suite(.timeLimit(.minutes(10)))
struct EventTests {
    @Test("Given an event stream, when a recording is translated, then its events are those of the log")
    func order() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let connection = try await server.open()
            let wav = try Recordings.wav()
            try await connection.send(
                .head("POST", "/api/translate?from=en&to=es", fields: ["Accept: text/event-stream"], length: wav.count))
            try await connection.send(wav)
            let head = try await connection.head()
            #expect(head.status == 200)
            #expect(head.fields["content-type"] == "text/event-stream; charset=utf-8")
            #expect(head.fields["cache-control"] == "no-store" && head.fields["x-accel-buffering"] == "no")
            var events: [ServerSentEvent] = []
            while let event = try await connection.event() { events.append(event) }

            #expect(events.allSatisfy { $0.id == nil }, "it is sent before its place in the log is known")
            #expect(events.first?.event == "conversation.started")
            #expect(events.last?.event == "conversation.finished")
            let finished = events.filter { $0.event == "utterance.finished" }
            let order = try finished.map { try JSON.object($0.data)["utterance"] as? Int }
            #expect(order == Array(1...finished.count))

            let id = try #require(try JSON.object(events.first?.data)["conversation"] as? String)
            let log = try await service.store.events(of: ConversationID(rawValue: id), after: 0, limit: 1_000)
            // The log has the events of an utterance together; the stream has each kind in order.
            let told = try events.map { event in
                let utterance = try JSON.object(event.data)["utterance"] as? Int
                return "\(event.event ?? "") \(utterance.map(String.init) ?? "")"
            }
            let logged = log.map { "\($0.event.name) \($0.event.utterance.map(String.init) ?? "")" }
            #expect(told.sorted() == logged.sorted())
        }
    }

    @Test(
        "Given an Accept field, when a recording is sent, then events come only if the field asks for them",
        arguments: [
            ("text/event-stream", true), ("application/json, Text/Event-Stream;q=0.5", true),
            ("application/json", false), ("*/*", false), ("text/event-stream;q=0", false),
        ])
    func accept(value: String, isStream: Bool) async throws {
        try await withServer { server in
            let connection = try await server.open()
            let wav = try Recordings.wav(seconds: 1)
            try await connection.send(
                .head("POST", "/api/translate?from=en&to=es", fields: ["Accept: \(value)"], length: wav.count))
            try await connection.send(wav)
            let type = try await connection.head().fields["content-type"]
            #expect(type == (isStream ? "text/event-stream; charset=utf-8" : "application/json"))
        }
    }

    @Test("Given audio that is still being sent, when an utterance ends, then its event is sent before the audio ends")
    func live() async throws {
        try await withServer { server in
            let (connection, samples) = try await begin(server)
            while let event = try await connection.event(), event.event != "utterance.finished" {}
            try await connection.sendChunk(Array(samples.suffix(4 * 16_000)))
            try await connection.sendLastChunk()
            var last: ServerSentEvent?
            while let event = try await connection.event() { last = event }
            #expect(last?.event == "conversation.finished")
            #expect(try JSON.object(last?.data)["state"] as? String == "complete")
        }
    }

    @Test("Given a stream without events, when time passes, then it shows that it is alive")
    func silence() async throws {
        let time = ManualTime()
        let service = SampleService()
        try await withServer(service, time: time.source) { server in
            let (connection, _) = try await begin(server)
            while let event = try await connection.event(), event.event != "utterance.finished" {}
            // Two sleep: the stream's own sign of life and the watch over the body.
            let clock = Task {
                while true {
                    try await time.waitForSleepers(count: 2)
                    time.advance(by: .seconds(15))
                }
            }
            var events: [ServerSentEvent] = []
            while let event = try await connection.event() { events.append(event) }
            clock.cancel()
            #expect(events.count { $0 == ServerSentEvent(": keep-alive") } >= 3)
            #expect(events.last?.event == "error")
            #expect(events.dropLast().last { $0.event != nil }?.event == "conversation.finished")
            let problem = try JSON.object(events.last?.data)
            #expect(problem["code"] as? String == "body.timeout")
            #expect(problem["status"] as? Int == 408)
            let id = try #require(problem["conversation"] as? String)
            let conversation = try await service.store.conversation(ConversationID(rawValue: id))
            #expect(conversation?.state == .interrupted)
        }
    }

    /// Sends six seconds of speech and leaves the request open.
    private func begin(_ server: RunningServer) async throws -> (HTTPConnection, [UInt8]) {
        let samples = try Recordings.pcm()
        let connection = try await server.open()
        try await connection.send(.chunkedTranslation(events: true))
        try await connection.sendChunk(samples)
        #expect(try await connection.head().status == 200)
        return (connection, samples)
    }
}
