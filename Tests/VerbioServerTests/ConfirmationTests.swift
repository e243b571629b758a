import Audio
import Conversations
import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

/// A client of a resumable session that sends as fast as it can. It confirms each event, or only by coming back.
private final class HastyClient: Sendable {
    private struct State {
        var token: String?
        /// The number of the last event, and of the last one that the server knows to have come.
        var (seen, confirmed) = (0, 0)
        var events: [String] = []
        var isFinished = false
        var cuts = 0
    }

    private let server: RunningServer
    private let messages: [Frame]
    private let confirms: Bool
    private let clock: ManualTime
    private let state = Locked(State())
    /// Events that the server keeps.
    static let kept = 3

    init(_ server: RunningServer, _ messages: [Frame], confirms: Bool, clock: ManualTime) {
        (self.server, self.messages, self.confirms, self.clock) = (server, messages, confirms, clock)
    }

    /// The events of utterances. In which order those of different utterances come may differ from run to run.
    var finals: [String] { state.withLock { $0.events.filter(Self.isFinal) }.sorted() }
    /// Whether words differ from those that were heard early depends on the time.
    private static func isFinal(_ event: String) -> Bool {
        event.contains("\"event\":\"utterance.") && !event.contains("utterance.revised")
    }

    var cuts: Int { state.withLock { $0.cuts } }

    /// - Returns: the frame with which the server ends the session.
    func run() async throws -> Frame {
        while true {
            let frame = try await connection()
            guard frame.opcode == 8, frame.payload.prefix(2) == [3, 240] else { return frame }
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "session.unconfirmed")
            state.withLock { $0.cuts += 1 }
        }
    }

    /// Connects, and begins to send what the server does not have.
    func connection() async throws -> Frame {
        let address = state.withLock { state in
            state.confirmed = state.seen
            return state.token.map { "/api/live?session=\($0)&after=\(state.seen)" } ?? ConfirmationTests.target
        }
        let client = try await Client.upgrade(try await server.open(), address)
        let greeting = try #require(try await client.event())
        state.withLock { $0.token = greeting["session"] as? String }
        let received = try #require(greeting["received"] as? Int)
        return try await withThrowingTaskGroup(of: Frame?.self) { group in
            group.addTask { [messages] in
                // The server may close the connection in the meantime.
                for message in messages[received...] { try? await client.send(message) }
                return nil
            }
            defer { group.cancelAll() }
            let frame = try await self.listen(client)
            await client.leave()
            return frame
        }
    }

    private func listen(_ client: Client) async throws -> Frame {
        while true {
            let isOver = state.withLock { $0.isFinished || $0.seen - $0.confirmed >= Self.kept }
            let frame = try await isOver && !confirms ? waitForClose(client) : client.frame()
            guard frame.opcode == 1 else { return frame }
            let event = try JSON.object(frame.payload)
            guard let number = event["seq"] as? Int else { continue }
            state.withLock { state in
                #expect(number == state.seen + 1)
                state.seen = number
                state.events.append(Self.final(event))
                state.isFinished = event["event"] as? String == "conversation.finished"
            }
            if confirms { try await client.send(.text("{\"type\":\"seen\",\"seq\":\(number)}")) }
        }
    }

    /// An event without what differs from run to run.
    private static func final(_ event: [String: Any]) -> String {
        "\"event\":\"\(event["event"] ?? "")\" \(event["utterance"] ?? "") \(event["text"] ?? "")"
    }

    /// Lets others work.
    static func breathe() async throws {
        try Task.checkCancellation()
        await Task.yield()
    }

    private func waitForClose(_ client: Client) async throws -> Frame {
        let isClosed = Locked(false)
        async let close = client.closeFrame { isClosed.withLock { $0 = true } }
        while !isClosed.withLock({ $0 }) {
            clock.advance(by: ServerConfiguration.test().confirmationPatience)
            try await Self.breathe()
        }
        return try await close
    }
}

@Suite("Confirmations of live events", .serialized, .timeLimit(.minutes(2)))
struct ConfirmationTests {
    static let target = "/api/live?from=en&to=es&raw=s16le:16000:1&resumable=true"

    private static func configuration(away: Duration = .seconds(1 << 30)) -> ServerConfiguration {
        var configuration = ServerConfiguration.test()
        configuration.unconfirmedEvents = HastyClient.kept
        configuration.awayPatience = away
        return configuration
    }

    /// Speech, and then more silence than a session takes while its conversation waits.
    private static func messages(silence seconds: Int) throws -> [Frame] {
        let audio = try Recordings.pcm()
        let silence = [Frame](repeating: .binary([UInt8](repeating: 0, count: 320_000)), count: seconds / 10)
        return [.binary(audio)] + silence + [.text(#"{"type":"end"}"#)]
    }

    @Test(
        "given a client that does not confirm, when no more events are kept, then it reconnects for the rest",
        arguments: [0, 700])
    func unconfirmed(silence: Int) async throws {
        let messages = try Self.messages(silence: silence)
        let clock = ManualTime()
        try await withServer(time: clock.source, configuration: Self.configuration()) { server in
            let polite = HastyClient(server, messages, confirms: true, clock: clock)
            let politeEnd = try await polite.run()
            #expect(politeEnd == .close(1000))
            #expect(polite.cuts == 0 && polite.finals.count > HastyClient.kept)
            let hasty = HastyClient(server, messages, confirms: false, clock: clock)
            let hastyEnd = try await hasty.run()
            #expect(hastyEnd == .close(1000))
            #expect(hasty.cuts > 1, "\(hasty.cuts)")
            #expect(hasty.finals == polite.finals)
        }
    }

    @Test("given a client that is cut off while its audio waits, when it stays away, then its session ends")
    func left() async throws {
        let messages = try Self.messages(silence: 700)
        let clock = ManualTime()
        let service = SampleService()
        let configuration = Self.configuration(away: .seconds(120))
        try await withServer(service, time: clock.source, configuration: configuration) { server in
            let client = HastyClient(server, messages, confirms: false, clock: clock)
            // It is cut off.
            let close = try await client.connection()
            #expect(close.payload.prefix(2) == [3, 240])
            while service.running > 0 {
                clock.advance(by: configuration.awayPatience)
                try await HastyClient.breathe()
            }
        }
    }

    @Test("given a full outbox, when its client has got all events, then it awaits the confirmation of the first one")
    func awaited() async throws {
        let outbox = LiveOutbox(limits: .init(events: 2), isConfirmed: true)
        try await outbox.add(#"{"event":"a"}"#)
        try await outbox.add(#"{"event":"b"}"#)
        #expect(!outbox.isStalled && outbox.awaitedConfirmation == nil)
        async let third: Void = outbox.add(#"{"event":"c"}"#)
        try await outbox.stall()
        // The client may not have got them yet.
        #expect(outbox.isStalled && outbox.awaitedConfirmation == nil)
        #expect(try await outbox.next(after: 0, skipsPartials: { false }).last == 2)
        #expect(outbox.awaitedConfirmation == 1)
        outbox.begin(after: 0)
        #expect(outbox.awaitedConfirmation == nil)
        #expect(try await outbox.next(after: 0, skipsPartials: { false }).last == 2)
        outbox.begin(after: 1)
        try await third
        #expect(!outbox.isStalled && outbox.awaitedConfirmation == nil)
        #expect(try await outbox.next(after: 2, skipsPartials: { false }).texts == [#"{"seq":3,"event":"c"}"#])
        outbox.end(.init(code: .normal))
        #expect(outbox.isStalled && outbox.awaitedConfirmation == 2)
        outbox.confirm(3)
        #expect(!outbox.isStalled)
    }

    @Test("given long events, when they have more bytes than are kept, then the next one waits, whatever their number")
    func longEvents() async throws {
        let outbox = LiveOutbox(limits: .init(events: 100, textBytes: 1_000, audioBytes: 1_000), isConfirmed: true)
        let long = "{\"text\":\"" + String(repeating: "a", count: 600) + "\"}"
        try await outbox.add(long)
        // Speech has a separate limit.
        try await outbox.add(audio: long, of: 1, lagged: "{}")
        #expect(!outbox.isStalled)
        try await outbox.add(long)
        async let next: Void = outbox.add(long)
        try await outbox.stall()
        #expect(outbox.isStalled)
        outbox.confirm(1)
        try await next
        #expect(!outbox.isStalled)
        #expect(try await outbox.next(after: 1, skipsPartials: { false }).last == 4)
    }
}
