import Plumbing
import Testing
import VerbioServer
import VerbioTesting

@Suite(.timeLimit(.minutes(10)))
struct LoadTests {
    @Test("Given room for four translations, when twenty come at once, then four are served and the others get 503")
    func limit() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        let wav = try Recordings.wav(seconds: 3)
        try await withServer(service) { server in
            let answers = try await withThrowingTaskGroup(of: HTTPConnection.Answer.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await server.send("POST", "/api/translate?from=en&to=es", body: wav) }
                }
                var answers: [HTTPConnection.Answer] = []
                while let answer = try await group.next() {
                    answers.append(answer)
                    if answers.count == 16 { gate.open() }
                }
                return answers
            }
            for answer in answers.prefix(16) {
                #expect(answer.status == 503)
                #expect((1...5).contains(answer.fields["retry-after"].flatMap { Int($0) } ?? 0))
                let problem = try JSON.object(answer.body)
                #expect(problem["code"] as? String == "server.busy")
                #expect(
                    problem["detail"] as? String
                        == "the limit of 4 concurrent translations is reached; try again in a moment")
            }
            for answer in answers.suffix(4) {
                #expect(answer.status == 200)
                #expect(try JSON.object(answer.body).utterances.count >= 1)
            }
            #expect(service.most == 4)
            #expect(try await server.send("POST", "/api/translate?from=en&to=es", body: wav).status == 200)
        }
    }

    private static func queued(_ waiting: Int) -> ServerConfiguration {
        var configuration = ServerConfiguration.test()
        configuration.concurrentTranslations = 1
        configuration.waitingTranslations = waiting
        return configuration
    }

    /// Waits until a sample of the metrics has a value.
    private static func until(_ sample: String, _ server: RunningServer) async throws {
        while try await !server.send("GET", "/metrics").text.contains("\n\(sample)\n") { await Task.yield() }
    }

    @Test("Given room for one translation and two to wait, when more come, then two wait for their turn in their order")
    func line() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        let wav = try Recordings.wav(seconds: 3)
        try await withServer(service, configuration: Self.queued(2)) { server in
            try await withThrowingTaskGroup(of: Int.self) { group in
                func send() {
                    group.addTask { try await server.send("POST", "/api/translate?from=en&to=es", body: wav).status }
                }
                send()
                try await Self.until("verbio_translations_running 1", server)
                for waiting in 1...2 {
                    send()
                    try await Self.until("verbio_translations_waiting \(waiting)", server)
                }
                // The line is full. The server requests nothing of the body.
                let refused = try await server.open()
                try await refused.send(
                    .head(
                        "POST", "/api/translate?from=en&to=es",
                        fields: ["Expect: 100-continue", "Content-Type: audio/wav"], length: wav.count))
                let answer = try await refused.answer()
                #expect(answer.status == 503 && answer.fields["retry-after"] != nil)
                await refused.close()
                // Live speech continues in the meantime, so it cannot wait.
                let ticket = try await server.post("/api/live/tickets", Array(#"{"from":"en","to":"es"}"#.utf8))
                #expect(ticket.status == 503)
                gate.open()
                for try await status in group { #expect(status == 200) }
            }
            #expect(service.most == 1)
            try await Self.until("verbio_translations_waiting 0", server)
        }
    }

    @Test("Given a request that waits, when its longest wait passes, then it is refused, and the place stays usable")
    func patience() async throws {
        let gate = Gate()
        let time = ManualTime()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        let wav = try Recordings.wav(seconds: 3)
        let configuration = Self.queued(1)
        try await withServer(service, time: time.source, configuration: configuration) { server in
            async let first = server.send("POST", "/api/translate?from=en&to=es", body: wav).status
            try await Self.until("verbio_translations_running 1", server)
            async let second = server.send("POST", "/api/translate?from=en&to=es", body: wav).status
            try await Self.until("verbio_translations_waiting 1", server)
            time.advance(by: configuration.longestWait)
            #expect(try await second == 503)
            gate.open()
            #expect(try await first == 200)
            #expect(try await server.send("POST", "/api/translate?from=en&to=es", body: wav).status == 200)
        }
    }

    @Test("Given a request that waits, when the server is stopped, then it is refused and not begun")
    func stopped() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        let wav = try Recordings.wav(seconds: 3)
        try await withServer(service, configuration: Self.queued(1)) { server in
            async let first = server.send("POST", "/api/translate?from=en&to=es", body: wav).status
            try await Self.until("verbio_translations_running 1", server)
            async let second = server.send("POST", "/api/translate?from=en&to=es", body: wav)
            try await Self.until("verbio_translations_waiting 1", server)
            await server.stop()
            gate.open()
            _ = try await first
            let refused = try await second
            #expect(refused.status == 503 && refused.code == "server.stopping")
            #expect(service.most == 1)
        }
    }
}
