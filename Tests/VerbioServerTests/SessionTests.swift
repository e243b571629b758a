import Access
import Conversations
import Foundation
import Interpreting
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

/// A client of a resumable session, which loses its connection again and again.
private struct Wanderer {
    let server: RunningServer
    let target: String
    /// The client's messages, in order.
    let messages: [Frame]
    private(set) var events: [[String: Any]] = []
    private var token: String?
    private var seen = 0
    /// How many connections have broken.
    private(set) var breaks = 0

    init(_ server: RunningServer, _ target: String, _ messages: [Frame]) {
        self.server = server
        self.target = target
        self.messages = messages
    }

    /// Sends everything and takes every event.
    ///
    /// - Parameter plan: after how many messages of its own each connection breaks, and, once the speech has ended, after how many
    ///   events; one more lasts.
    /// - Returns: the frame with which the server closes.
    mutating func run(_ plan: [(sent: Int, got: Int)]) async throws -> Frame {
        for (sent, got) in plan where !isFinished {
            let client = try await connect()
            let first = try await greeting(client)
            let end = min(messages.count, first + sent)
            for message in messages[first..<end] { try await client.send(message) }
            // Before the end, there may be nothing to wait for.
            let wanted = end == messages.count ? seen + got : 0
            while seen < wanted, try await take(client, confirms: false).opcode == 1, !isFinished {}
            await client.leave()
            breaks += 1
        }
        let client = try await connect()
        for message in messages[try await greeting(client)...] { try await client.send(message) }
        while true {
            let frame = try await take(client)
            if frame.opcode == 8 {
                await client.leave()
                return frame
            }
        }
    }

    private func connect() async throws -> Client {
        let address = token.map { "/api/live?session=\($0)&after=\(seen)" } ?? target
        return try await Client.upgrade(try await server.open(), address)
    }

    /// - Returns: the number of messages that the server has.
    private mutating func greeting(_ client: Client) async throws -> Int {
        let event = try #require(try await client.event())
        #expect(event["event"] as? String == "session")
        token = try #require(event["session"] as? String)
        return try #require(event["received"] as? Int)
    }

    private var isFinished: Bool { events.last?["event"] as? String == "conversation.finished" }

    private mutating func take(_ client: Client, confirms: Bool = true) async throws -> Frame {
        let frame = try await client.frame()
        guard frame.opcode == 1 else { return frame }
        let event = try JSON.object(frame.payload)
        guard let number = event["seq"] as? Int else { return frame }
        #expect(number == seen + 1)
        seen = number
        events.append(event)
        if confirms, isFinished { try await client.send(.text("{\"type\":\"seen\",\"seq\":\(seen)}")) }
        return frame
    }
}

/// Twenty runs with some 80 breaks; with `VERBIO_SOAK` set, 260 runs with more than a thousand.
@Suite("Live sessions that outlive their connections", .serialized, .timeLimit(.minutes(5)))
struct SessionTests {
    private static let target = "/api/live?from=en&to=es&raw=s16le:16000:1&audio=wav&resumable=true"

    /// Speech in pieces of 40 ms to 400 ms, and the end.
    private func messages(_ generator: inout some RandomNumberGenerator) throws -> [Frame] {
        let audio = try Recordings.pcm()
        var messages: [Frame] = []
        var start = 0
        while start < audio.count {
            let end = min(audio.count, start + 2 * Int.random(in: 640...6_400, using: &generator))
            messages.append(.binary(Array(audio[start..<end])))
            start = end
        }
        return messages + [.text(#"{"type":"end"}"#)]
    }

    private func texts(_ events: [[String: Any]], of name: String) -> [String] {
        events.filter { $0["event"] as? String == name }.compactMap { $0["text"] as? String }
    }

    @Test(
        "Given a connection that breaks at any moment, when the client reconnects, then nothing is lost or doubled",
        arguments: 0..<(ProcessInfo.processInfo.environment["VERBIO_SOAK"] == nil ? 20 : 260))
    func drops(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let messages = try messages(&generator)
        let plan = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
            (sent: Int.random(in: 0...20, using: &generator), got: Int.random(in: 0...6, using: &generator))
        }
        try await withServer { server in
            var whole = Wanderer(server, Self.target, messages)
            #expect(try await whole.run([]) == .close(1000))
            var broken = Wanderer(server, Self.target, messages)
            #expect(try await broken.run(plan) == .close(1000))
            print("live sessions, run \(seed): \(broken.breaks) connections broke")
            for name in ["utterance.recognized", "utterance.translated"] {
                #expect(texts(broken.events, of: name) == texts(whole.events, of: name))
                #expect(!texts(whole.events, of: name).isEmpty)
            }
            #expect(
                broken.events.compactMap { $0["audio"] as? String }
                    == whole.events.compactMap { $0["audio"] as? String })
            let last = try #require(broken.events.last)
            #expect(last["event"] as? String == "conversation.finished")
            #expect(last["state"] as? String == "complete")
        }
    }

    @Test("Given a client that stays away for too long, then its conversation ends and the session is unknown")
    func away() async throws {
        let clock = ManualTime()
        let service = SampleService()
        try await withServer(service, time: clock.source) { server in
            let client = try await Client.upgrade(try await server.open(), Self.target)
            let token = try #require(try await client.event()?["session"] as? String)
            try await client.send(.binary(try Recordings.pcm()))
            _ = try await client.event()
            await client.leave()
            try await service.begun.next()
            // The server notices the break when it does, so the clock is moved until the conversation has ended.
            while service.running > 0 {
                clock.advance(by: ServerConfiguration.test().awayPatience)
                await Task.yield()
            }
            // The session is forgotten at once, but by another task.
            while true {
                let again = try await Client.upgrade(try await server.open(), "/api/live?session=\(token)&after=0")
                let event = try await again.event()
                if event?["event"] as? String == "error" {
                    #expect(event?["code"] as? String == "live.session")
                    let close = try await again.frame()
                    #expect(close.opcode == 8 && close.payload.prefix(2) == [3, 240])
                }
                await again.leave()
                if event?["event"] as? String == "error" { break }
            }
        }
    }

    @Test(
        "Given a server that is being stopped, then a session gets goaway, and its client can fetch the last events")
    func goingAway() async throws {
        let gate = Gate()
        // No event may come before the message to the client.
        let service = SampleService(hooks: .init(delivering: { if $0.isDraining { await gate.wait() } }))
        try await withServer(service) { server in
            let client = try await Client.upgrade(try await server.open(), Self.target)
            let token = try #require(try await client.event()?["session"] as? String)
            try await client.send(.binary(try Recordings.pcm()))
            var seen = 0
            var conversation: String?
            while let event = try await client.event() {
                seen = event["seq"] as? Int ?? seen
                conversation = event["conversation"] as? String ?? conversation
                if event["event"] as? String == "utterance.finished" { break }
            }
            await server.stop()
            var notice: [String: Any]?
            while let event = try await client.event() {
                seen = event["seq"] as? Int ?? seen
                guard event["event"] as? String == "goaway" else { continue }
                notice = event
                break
            }
            #expect(notice?["session"] as? String == token && notice?["conversation"] as? String == conversation)
            #expect(notice?["seconds"] as? Int == 25)
            // The connection breaks just then.
            await client.leave()
            let refused = try await Client.upgrade(try await server.open(), Self.target)
            #expect(refused.status == 503)
            await refused.leave()
            let again = try await Client.upgrade(try await server.open(), "/api/live?session=\(token)&after=\(seen)")
            #expect(again.status == 101)
            #expect(try await again.event()?["event"] as? String == "session")
            gate.open()
            let events = try await again.events()
            #expect(events.last?["event"] as? String == "conversation.finished")
            #expect(events.last?["state"] as? String == "interrupted")
            try await again.send(.text("{\"type\":\"seen\",\"seq\":\(try #require(events.last?["seq"] as? Int))}"))
            var frame = try await again.frame()
            while frame.opcode != 8 { frame = try await again.frame() }
            #expect(frame == .close(1001))
            await again.leave()
        }
    }

    @Test("Given a key that is revoked, then the sessions that it has opened are closed within seconds, and no others")
    func revoked() async throws {
        try await KeyPlace.with { place in
            let clock = ManualTime()
            try await withServer(time: clock.source, policy: place.policy(isRequired: true)) { server in
                let (bad, good) = (try await place.key("acme"), try await place.key("acme"))
                let client = try await Client.upgrade(try await server.open(), Self.target, fields: [bad])
                let other = try await Client.upgrade(try await server.open(), Self.target, fields: [good])
                for one in [client, other] { #expect(try await one.event()?["event"] as? String == "session") }
                let id = try #require(await place.ring.store.keys().first { bad.contains($0.id) }?.id)
                _ = try await place.ring.revoke(id)
                let closed = Locked(false)
                async let close = client.closeFrame { closed.withLock { $0 = true } }
                while !closed.withLock({ $0 }) {
                    clock.advance(by: LiveSessions.checkInterval)
                    await Task.yield()
                }
                let frame = try await close
                #expect(frame.payload.prefix(2) == [3, 240])
                #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "key.revoked")
                await client.leave()
                // The other session still listens.
                try await other.send(.text("hello"))
                var code: String?
                while code == nil, let event = try await other.event() { code = event["code"] as? String }
                #expect(code == "live.order")
                await other.leave()
            }
        }
    }

    @Test("Given two connections of one session, when the second one comes, then the first one is closed")
    func takenOver() async throws {
        try await withServer { server in
            let first = try await Client.upgrade(try await server.open(), Self.target)
            let token = try #require(try await first.event()?["session"] as? String)
            let second = try await Client.upgrade(try await server.open(), "/api/live?session=\(token)&after=0")
            var close = try await first.frame()
            while close.opcode != 8 { close = try await first.frame() }
            #expect(close.payload.prefix(2) == [3, 240])
            await first.leave()
            #expect(try await second.event()?["event"] as? String == "session")
            try await second.send(.binary(try Recordings.pcm()))
            try await second.send(.text(#"{"type":"end"}"#))
            let events = try await second.events()
            let last = try #require(events.last?["seq"] as? Int)
            try await second.send(.text("{\"type\":\"seen\",\"seq\":\(last)}"))
            while true {
                let frame = try await second.frame()
                guard frame.opcode == 8 else { continue }
                #expect(frame == .close(1000))
                break
            }
            await second.leave()
        }
    }

    @Test(
        "Given a client that reads nothing, when speech is too much to be kept, then it is left out and reported once")
    func lagged() async throws {
        let outbox = LiveOutbox(limits: .init(events: 64, audioBytes: 1_000), isConfirmed: true)
        for piece in 0..<5 {
            try await outbox.add(
                audio: "{\"piece\":\(piece),\"audio\":\"\(String(repeating: "A", count: 400))\"}", of: 1,
                lagged: #"{"event":"lagged"}"#)
        }
        try await outbox.add(#"{"event":"utterance.finished"}"#)
        let batch = try await outbox.next(after: 0, skipsPartials: { false })
        #expect(batch.texts.filter { $0.contains("piece") }.count == 2)
        #expect(batch.texts.filter { $0.contains("lagged") }.count == 1)
        #expect(batch.texts.last?.contains("utterance.finished") == true)
        #expect(batch.last == 4)
        outbox.confirm(3)
        #expect(try await outbox.next(after: 0, skipsPartials: { false }).texts.count == 1)
    }
}

extension Client {
    /// The frame with which the server closes.
    func closeFrame(_ onClose: () -> Void) async throws -> Frame {
        while true {
            let frame = try await frame()
            guard frame.opcode == 8 else { continue }
            onClose()
            return frame
        }
    }
}
