import ConversationTesting
import Conversations
import Foundation
import Hummingbird
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@testable import VerbioServer

/// What happens when clients leave. That nothing keeps running, every test checks when its server stops.
@Suite(.timeLimit(.minutes(10)))
struct DisconnectTests {
    @Test(
        "Given a client that is sending its audio, when it leaves, then the conversation ends and stays resumable",
        arguments: [true, false])
    func middle(events: Bool) async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation(events: events))
            try await connection.sendChunk(try Recordings.pcm())
            try await service.begun.next()
            if events {
                _ = try await connection.head()
                while let event = try await connection.event(), event.event != "utterance.finished" {}
            }
            await connection.close()
            let result = try #require(try await service.ended.next())
            if events { #expect(try result.get().state == .interrupted) }
        }
        let stored = try await service.store.conversations(limit: 10)
        #expect(stored.allSatisfy { $0.conversation.state == .interrupted })
    }

    @Test("Given all audio sent, when the client leaves, then the run is interrupted", arguments: [true, false])
    func waiting(events: Bool) async throws {
        let working = BoundedChannel<Void>(capacity: 1)
        let drained = BoundedChannel<Void>(capacity: 1)
        let service = SampleService(
            hooks: .init(delivering: { control in
                working.finish()
                // Held up until the client's leaving has been noticed.
                await until { control.isDraining }
                drained.finish()
            }))
        try await withServer(service) { server in
            let connection = try await server.open()
            let wav = try Recordings.wav(seconds: 3)
            let accept = events ? ["Accept: text/event-stream"] : []
            try await connection.send(.head("POST", "/api/translate?from=en&to=es", fields: accept, length: wav.count))
            try await connection.send(wav)
            // A client that leaves before its audio was read has not requested anything yet.
            #expect(try await working.next() == nil)
            await connection.close()
            #expect(try await drained.next() == nil)
            #expect(try await service.ended.next()?.get().state == .interrupted)
        }
    }

    @Test(
        "Given a client that has left, when a call fails, then it is not retried, and resuming finds the conversation",
        arguments: [true, false])
    func failing(hasAnswer: Bool) async throws {
        let leaving = Locked<RunControl?>(nil)
        let recognizer = LateFailure(control: leaving, hasAnswer: hasAnswer)
        let service = SampleService(
            hooks: .init(
                delivering: { control in leaving.withLock { $0 = control } }, recognizer: recognizer))
        try await withServer(service) { server in
            let connection = try await server.open()
            let wav = try Recordings.wav(seconds: 3)
            try await connection.send(.head("POST", "/api/translate?from=en&to=es", length: wav.count))
            try await connection.send(wav)
            #expect(try await recognizer.asked.next() == nil)
            await connection.close()
            // Its end may have been heard by then, or not.
            let state = try await service.ended.next()?.get().state
            #expect(state == .partial || state == .interrupted)
        }
        let calls = recognizer.calls.withLock { $0 }
        #expect(!calls.isEmpty && Set(calls).count == calls.count, "\(calls)")
        let stored = try #require(try await service.store.conversations(limit: 2).first)
        #expect(stored.failed == calls.count)
    }

    @Test("Given a client that has sent no audio yet, when it leaves, then no conversation is stored")
    func nothing() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation("from=en&to=es"))
            try await service.begun.next()
            await connection.close()
            let result = try #require(try await service.ended.next())
            #expect(throws: Problem.self) { _ = try result.get() }
        }
        #expect(try await service.store.conversations(limit: 10).isEmpty)
    }

    @Test(
        "Given a connection with no request or a part of one, when the time is over, then it is closed",
        arguments: ["", "GET /api/health HTT"])
    func silent(text: String) async throws {
        try await withServer(configuration: .test(patience: .milliseconds(50))) { server in
            let connection = try await server.open()
            try await connection.send(text)
            #expect(await connection.isEnded())
        }
    }

    @Test("Given a body that stops, when the time is over, then the answer says so")
    func stalled() async throws {
        let time = ManualTime()
        try await withServer(time: time.source) { server in
            let connection = try await server.open()
            try await connection.send(.chunkedTranslation("from=en&to=es"))
            try await connection.sendChunk(Array("RIFF".utf8))
            let clock = Task {
                while true {
                    try await time.waitForSleepers(count: 2)
                    time.advance(by: .seconds(15))
                }
            }
            let answer = try await connection.answer()
            clock.cancel()
            #expect(answer.status == 408)
            #expect(
                try JSON.object(answer.body)["detail"] as? String
                    == "no audio has arrived for 60 seconds; send silence while nobody speaks, or end the request")
        }
    }

    @Test("Given a file that is written for an answer, when the client leaves, then the writing ends")
    func file() async throws {
        try await withServer(moreRoutes: [EndlessRoute.self]) { server in
            // One request after the other on a connection, of which the last is abandoned.
            let connection = try await server.open()
            try await connection.send(.head("GET", "/endless?short=true"))
            #expect(try await connection.answer().status == 200)
            try await connection.send(.head("GET", "/endless"))
            try await EndlessRoute.begun.next()
            await connection.close()
            #expect(try await EndlessRoute.cancelled.next() != nil)
        }
    }

    @Test(
        "Given the limit of files that are written at once, when another one is requested, then it waits for its turn")
    func filesInTurn() async throws {
        let files = AnswerFiles(store: InMemoryStore(), folder: nil, places: FairLimiter(limit: 1))
        let (begun, proceed) = (BoundedChannel<Int>(capacity: 2), BoundedChannel<Void>(capacity: 1))
        let running = Locked(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...2 {
                group.addTask {
                    _ = try await files.file(writing: { path in
                        running.withLock { $0 += 1 }
                        defer { running.withLock { $0 -= 1 } }
                        try await begun.send(number)
                        try await proceed.next()
                        try Data("x".utf8).write(to: URL(filePath: path))
                    })
                }
            }
            let first = try #require(try await begun.next())
            for _ in 0..<100 { await Task.yield() }
            #expect(running.withLock { $0 } == 1)
            try await proceed.send(())
            #expect(try await begun.next() == 3 - first)
            // One that waits is abandoned with its client.
            let waiting = Task { try await files.file(writing: { _ in Issue.record("it was its turn") }) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await proceed.send(())
            try await group.waitForAll()
        }
    }

    @Test("Given audio shorter than its Content-Length, when the client stops sending, then it is refused with 400")
    func brokenOff() async throws {
        let service = SampleService()
        try await withServer(service) { server in
            let connection = try await server.open()
            let wav = try Recordings.wav()
            try await connection.send(.head("POST", "/api/translate?from=en&to=es", length: wav.count))
            try await connection.send(Array(wav.prefix(100_000)))
            try await service.begun.next()
            // It sends no more, and listens.
            try await connection.finishSending()
            let answer = try await connection.answer()
            #expect(answer.status == 400)
            #expect(try JSON.object(answer.body)["code"] as? String == "body.truncated")
        }
    }
}

/// A route that works on an answer for as long as its client waits.
private struct EndlessRoute: Route {
    static let name = RouteName(.get, "/endless")
    static let queryRule = QueryRule.unread
    static let endsWithClient = true
    static let begun = BoundedChannel<Void>(capacity: 1)
    static let cancelled = BoundedChannel<Void>(capacity: 1)

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        if request.uri.query == "short=true" { return Response(status: .ok) }
        try await Self.begun.send(())
        do {
            // Nothing is ever sent to this channel.
            try await BoundedChannel<Void>(capacity: 1).next()
        } catch {
            try await Task { try await Self.cancelled.send(()) }.value
            throw error
        }
        return Response(status: .ok)
    }
}

/// Lets other tasks run until the condition holds.
private func until(_ isSo: () -> Bool) async {
    while !isSo() { await Task.yield() }
}

/// Is asked, waits until its client is known to have left, and fails as servers do for a while.
private struct LateFailure: SpeechRecognizer {
    let descriptor = ProviderDescriptor(name: "late", model: "1")
    let capabilities = RecognizerCapabilities(languages: [.en])
    let control: Locked<RunControl?>
    /// Whether it answers, without a word.
    let hasAnswer: Bool
    let asked = BoundedChannel<Void>(capacity: 1)
    /// The utterances.
    let calls = Locked<[Int]>([])

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        calls.withLock { $0.append(request.context.utterance) }
        asked.finish()
        await until { control.withLock { $0?.isDraining } == true }
        guard !hasAnswer else { return Recognition(text: "", language: request.language) }
        throw ProviderError(.transient, stage: .recognition, provider: descriptor.name, "status 500")
    }
}
