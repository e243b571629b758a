import Conversations
import Foundation
import Interpreting
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Limits of live sessions", .serialized, .timeLimit(.minutes(2)))
struct SessionLimitTests {
    private static let target = "/api/live?from=en&to=es&raw=s16le:16000:1"

    private static func configuration(
        idle: Duration? = nil, longest: Duration? = nil, bytes: Int? = nil
    ) -> ServerConfiguration {
        // The clock goes fast, and a request may take its time.
        var configuration = ServerConfiguration.test(maximumBodyBytes: bytes, patience: .seconds(1 << 30))
        (configuration.sessionIdle, configuration.longestSession) = (idle, longest)
        configuration.awayPatience = .seconds(1 << 30)
        configuration.confirmationPatience = .seconds(1 << 30)
        return configuration
    }

    /// The frame of an orderly close, for a reason.
    private static func close(_ reason: String) -> [UInt8] { [3, 232] + Array(reason.utf8) }

    /// Moves the clock until the client has got everything, and has confirmed it.
    ///
    /// - Returns: the events and the payload of the closing frame.
    private static func rest(
        _ client: Client, _ clock: ManualTime, by step: Duration = .seconds(60)
    ) async throws -> (events: [[String: Any]], close: [UInt8]) {
        let isOver = Locked(false)
        async let frames: [Frame] = {
            defer { isOver.withLock { $0 = true } }
            var frames: [Frame] = []
            while frames.last?.opcode != 8 {
                frames.append(try await client.frame())
                guard let frame = frames.last, frame.opcode == 1 else { continue }
                let number = try JSON.object(frame.payload)["seq"] as? Int
                // A session that is not resumable needs no confirmation, and may be closed.
                if let number { try? await client.send(.text("{\"type\":\"seen\",\"seq\":\(number)}")) }
            }
            return frames
        }()
        while !isOver.withLock({ $0 }) {
            clock.advance(by: step)
            await Task.yield()
        }
        let all = try await frames
        return (try all.filter { $0.opcode == 1 }.map { try JSON.object($0.payload) }, all.last?.payload ?? [])
    }

    private static func names(_ events: [[String: Any]]) -> [String] { events.compactMap { $0["event"] as? String } }
    private static func codes(_ events: [[String: Any]]) -> [String] { events.compactMap { $0["code"] as? String } }

    @Test(
        "given a client that has spoken, when a time limit is reached, then it is reported, and the speech is finished",
        arguments: [("session.idle", "serve.session-idle"), ("session.longest", "serve.longest-session")])
    func ended(code: String, setting: String) async throws {
        let clock = ManualTime()
        let service = SampleService()
        let isIdle = code == "session.idle"
        let configuration = Self.configuration(
            idle: isIdle ? .seconds(300) : nil, longest: isIdle ? nil : .seconds(28_800))
        try await withServer(service, time: clock.source, configuration: configuration) { server in
            let client = try await Client.upgrade(try await server.open(), Self.target)
            try await client.send(.binary(try Recordings.pcm()))
            while try await client.event()?["event"] as? String != "utterance.recognized" {}
            let (events, close) = try await Self.rest(client, clock)
            #expect(Self.codes(events) == [code])
            #expect((events.first { $0["code"] != nil }?["detail"] as? String)?.contains(setting) == true)
            #expect(Self.names(events).last { $0 != "acknowledged" } == "conversation.finished")
            #expect(events.last { $0["state"] != nil }?["state"] as? String == "complete")
            #expect(close == Self.close(code))
            await client.leave()
            let kept = try #require(try await service.ended.next()).get()
            #expect(kept.state == .complete && kept.utterances > 0)
        }
    }

    @Test(
        "given a client that sends nothing, when the time is over, then its place is free and the reason is sent")
    func silent() async throws {
        let clock = ManualTime()
        let configuration = Self.configuration(idle: .seconds(300))
        for more in ["", "&resumable=true"] {
            try await withServer(time: clock.source, configuration: configuration) { server in
                let client = try await Client.upgrade(try await server.open(), Self.target + more)
                let (events, close) = try await Self.rest(client, clock)
                #expect(Self.codes(events) == ["session.idle"], "\(more) \(events)")
                #expect(close == Self.close("session.idle"), "\(more) \(close)")
                await client.leave()
            }
        }
    }

    @Test("given a request that sends nothing, when the time is over, then its last event says why")
    func exchange() async throws {
        let clock = ManualTime()
        try await withServer(time: clock.source, configuration: Self.configuration(idle: .seconds(30))) { server in
            let connection = try await server.open()
            try await connection.send(.head("POST", Self.target, fields: ["Transfer-Encoding: chunked"]))
            #expect(try await connection.head().status == 200)
            #expect(try await connection.realEvent()?.event == "session")
            try await connection.sendChunk(try Recordings.pcm())
            while try await connection.realEvent()?.event != "utterance.recognized" {}
            let isOver = Locked(false)
            async let rest: [ServerSentEvent] = {
                defer { isOver.withLock { $0 = true } }
                var events: [ServerSentEvent] = []
                while let event = try await connection.realEvent() { events.append(event) }
                return events
            }()
            while !isOver.withLock({ $0 }) {
                clock.advance(by: .seconds(10))
                await Task.yield()
            }
            let events = try await rest
            let error = try JSON.object(events.first { $0.event == "error" }?.data)
            #expect(error["code"] as? String == "session.idle" && error["seq"] is Int)
            #expect(events.suffix(2).map(\.event) == ["conversation.finished", "closed"])
            let closed = try JSON.object(events.last?.data)
            #expect(closed["code"] as? Int == 1000 && closed["reason"] as? String == "session.idle")
            await connection.close()
        }
    }

    @Test("given more audio than is taken, then an event says so, and what was said until then is finished")
    func tooLong() async throws {
        let audio = try Recordings.pcm()
        try await withServer(configuration: .test(maximumBodyBytes: audio.count)) { server in
            let client = try await Client.upgrade(try await server.open(), Self.target)
            try await client.send(.binary(audio))
            try await client.send(.binary([0, 0]))
            try await client.send(.binary([0, 0]))
            var frames: [Frame] = []
            while frames.last?.opcode != 8 { frames.append(try await client.frame()) }
            let events = try frames.filter { $0.opcode == 1 }.map { try JSON.object($0.payload) }
            #expect(Self.codes(events) == ["body.too-large"])
            #expect(Self.names(events).contains("utterance.finished"))
            let last = events.last { $0["state"] != nil }
            #expect(last?["event"] as? String == "conversation.finished" && last?["state"] as? String == "complete")
            #expect(frames.last?.payload == Self.close("body.too-large"))
            await client.leave()
        }
    }

    // MARK: The watch

    private static func watch(
        _ clock: ManualTime, idle: Duration? = .seconds(300), longest: Duration? = .seconds(3_600)
    ) -> SessionWatch {
        SessionWatch(.init(configuration(idle: idle, longest: longest)), time: clock.source)
    }

    @Test("given signs of a client, then the time without one begins again with each, and the longest time does not")
    func signs() async throws {
        let clock = ManualTime()
        let watch = Self.watch(clock)
        let (refusal, end) = try await clock.run {
            async let talk: Void = {
                for _ in 0..<7 {
                    try await clock.source.sleep(.seconds(299))
                    watch.sign()
                }
            }()
            let refusal = try await watch.reached { false }
            let end = clock.now
            try await talk
            return (refusal, end)
        }
        #expect(refusal.problem.code == "session.idle" && end == .seconds(7 * 299 + 300))
        let longest = try await clock.run {
            let watch = Self.watch(clock, idle: nil)
            return try await watch.reached { false }
        }
        #expect(longest.problem.code == "session.longest" && clock.now == end + .seconds(3_600))
    }

    @Test("given a client that may be silent, such as a paused one, then only the longest time ends the session")
    func paused() async throws {
        let clock = ManualTime()
        let watch = Self.watch(clock)
        let refusal = try await clock.run { try await watch.reached { true } }
        #expect(refusal.problem.code == "session.longest" && clock.now == .seconds(3_600))
    }

    @Test("given a paused session, when the client continues after a long time, then the session has not ended")
    func pausedSession() async throws {
        let clock = ManualTime()
        try await withServer(time: clock.source, configuration: Self.configuration(idle: .seconds(300))) { server in
            let client = try await Client.upgrade(try await server.open(), Self.target)
            try await client.send(.text(#"{"type":"pause"}"#))
            // The answer to a wrong order says that the pause has come.
            try await client.send(.text("hello"))
            while try await client.event()?["code"] as? String != "live.order" {}
            for _ in 0..<10 {
                try await clock.waitForSleepers(count: 1)
                clock.advance(by: .seconds(300))
                await Task.yield()
            }
            try await client.send(.text(#"{"type":"start"}"#))
            try await client.send(.binary(try Recordings.pcm()))
            try await client.send(.text(#"{"type":"end"}"#))
            let events = try await client.events()
            #expect(Self.codes(events).isEmpty && Self.names(events).contains("utterance.recognized"))
            #expect(events.last?["state"] as? String == "complete")
            await client.leave()
        }
    }
}
