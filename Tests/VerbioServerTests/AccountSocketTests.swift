import Accounts
import Foundation
import Jobs
import Plumbing
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite("Live sessions of accounts", .serialized, .timeLimit(.minutes(5)))
struct AccountSocketTests {
    private static let target = "/api/live?from=en&to=es&raw=s16le:16000:1&resumable=true"

    /// What ends a session from outside.
    enum End: String, CaseIterable, CustomTestStringConvertible {
        case logout, logoutEverywhere, deletedSession, erasedAccount, disabledAccount, reusedToken

        var testDescription: String { rawValue }

        /// - Parameters:
        ///   - phone: has the live session.
        ///   - tablet: another device of the account.
        func perform(
            _ server: RunningServer, _ place: AccountPlace, _ phone: SignedIn, _ tablet: SignedIn
        ) async throws {
            switch self {
            case .logout: _ = try await server.send("POST", "/api/auth/logout", fields: [phone.field])
            case .logoutEverywhere:
                _ = try await server.send("POST", "/api/auth/logout-all", fields: [tablet.field])
            case .deletedSession:
                let target = "/api/auth/sessions/\(phone.session)"
                #expect(try await server.send("DELETE", target, fields: [tablet.field]).status == 204)
            case .erasedAccount:
                place.isBusy.withLock { $0 = true }
                #expect(
                    try await server.send("DELETE", "/api/user/profile", fields: [tablet.field]).status == 202)
            case .disabledAccount:
                let id = try #require(AccountID(phone.account))
                try await place.accounts.directory.set(isDisabled: true, of: id)
            case .reusedToken:
                #expect(try await server.refresh(phone.refresh).status == 200)
                place.time.advance(by: .seconds(11))
                #expect(try await server.refresh(phone.refresh).code == "refresh.reused")
            }
        }
    }

    private static func withServer(
        _ body: @escaping @Sendable (AccountPlace, RunningServer) async throws -> Void
    ) async throws {
        let tiers = try TierCatalogue(
            yaml: """
                free: { minutes-a-month: unlimited, longest-file: unlimited, sessions: 5, providers: all, voices: all,
                  history-days: unlimited, requests-a-minute: unlimited }
                """, at: "tiers.yaml")
        try await AccountPlace.withServer(tiers: tiers, isTimed: true, body)
    }

    /// Reads the close frame of a client, while the clock advances.
    private static func closeFrame(of client: Client, _ time: ManualTime) async throws -> Frame {
        let closed = Locked(false)
        async let close = client.closeFrame { closed.withLock { $0 = true } }
        while !closed.withLock({ $0 }) {
            time.advance(by: LiveSessions.checkInterval)
            await Task.yield()
        }
        return try await close
    }

    @Test(
        "given clients that read nothing, when they and another one are logged out, then the other one is closed, too")
    func stalled() async throws {
        try await Self.withServer { place, server in
            let orders = [[UInt8]](repeating: Frame.text("no order").bytes, count: 20_000).flatMap { $0 }
            var all: [SignedIn] = []
            for name in ["mallory", "trudy"] {
                let staller = try await server.signIn(place, name)
                let connection = try await HTTPConnection.open(server.port, receiveBuffer: 4_096)
                _ = try await Client.upgrade(connection, Self.target, fields: [staller.field])
                try await connection.stall(sending: orders)
                all.append(staller)
            }
            let phone = try await server.signIn(place)
            let client = try await Client.upgrade(try await server.open(), Self.target, fields: [phone.field])
            for one in all + [phone] { _ = try await server.send("POST", "/api/auth/logout", fields: [one.field]) }
            let frame = try await Self.closeFrame(of: client, place.time)
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "token.ended")
            await client.leave()
        }
    }

    @Test(
        "given a live session, when the session of its account ends, then it is closed within seconds, and no other one",
        arguments: End.allCases)
    func closes(end: End) async throws {
        try await Self.withServer { place, server in
            let (phone, tablet) = (try await server.signIn(place), try await server.signIn(place))
            let eve = try await server.signIn(place, "eve")
            let client = try await Client.upgrade(try await server.open(), Self.target, fields: [phone.field])
            let other = try await Client.upgrade(try await server.open(), Self.target, fields: [eve.field])
            for one in [client, other] { #expect(try await one.event()?["event"] as? String == "session") }
            try await end.perform(server, place, phone, tablet)

            let frame = try await Self.closeFrame(of: client, place.time)
            #expect(frame.payload.prefix(2) == [3, 240])
            #expect(String(decoding: frame.payload.dropFirst(2), as: UTF8.self) == "token.ended")
            await client.leave()
            // The other person's session still listens.
            try await other.send(.text("hello"))
            var code: String?
            while code == nil, let event = try await other.event() { code = event["code"] as? String }
            #expect(code == "live.order")
            await other.leave()
        }
    }

    // MARK: Streams of events

    /// Takes events until the stream ends or the connection is cut.
    ///
    /// - Parameter time: continues in the meantime, so that a stream without events has signs of life.
    private static func rest(of stream: HTTPConnection, _ time: ManualTime? = nil) async -> [String] {
        let isOver = Locked(false)
        async let events: [String] = {
            var events: [String] = []
            while let event = try? await stream.realEvent() { events.append(event.event ?? "") }
            isOver.withLock { $0 = true }
            return events
        }()
        while !isOver.withLock({ $0 }) {
            time?.advance(by: StandingWriter.interval)
            await Task.yield()
        }
        return await events
    }

    private static func withJobs(
        _ hooks: SampleService.Hooks = .init(), _ body: (AccountPlace, RunningServer) async throws -> Void
    ) async throws {
        try await AccountPlace.with(hooks: hooks) { place in
            try await JobHall.with { hall in
                try await VerbioServerTests.withServer(
                    services: place.services, time: place.time.source, policy: place.policy(),
                    jobs: try hall.services { $0.concurrent = 1 }
                ) { server in
                    try await body(place, server)
                }
            }
        }
    }

    @Test(
        "given a translation that is streamed, when the session of its account ends, then its stream ends, and no other one",
        arguments: End.allCases)
    func translation(end: End) async throws {
        let audio = try Recordings.pcm()
        try await Self.withServer { place, server in
            let (phone, tablet) = (try await server.signIn(place), try await server.signIn(place))
            let eve = try await server.signIn(place, "eve")
            var streams: [HTTPConnection] = []
            for person in [phone, eve] {
                let stream = try await server.open()
                let target = "/api/translate?from=en&to=es&raw=s16le:16000:1"
                let fields = [person.field, "Transfer-Encoding: chunked", "Accept: text/event-stream"]
                try await stream.send(.head("POST", target, fields: fields))
                try await stream.sendChunk(audio)
                #expect(try await stream.head().status == 200)
                #expect(try await stream.realEvent()?.event == "conversation.started")
                streams.append(stream)
            }
            try await end.perform(server, place, phone, tablet)
            place.time.advance(by: StandingWriter.interval)
            // The rest of the speech comes, and its end.
            for stream in streams {
                try? await stream.sendChunk(audio)
                try? await stream.sendLastChunk()
            }
            // In this order, because a stream whose sound does not come in time ends, too.
            let kept = await Self.rest(of: streams[1])
            let lost = await Self.rest(of: streams[0], place.time)
            #expect(!lost.contains("conversation.finished"), "\(lost)")
            #expect(kept.last == "conversation.finished", "\(kept)")
            for stream in streams { await stream.close() }
        }
    }

    @Test(
        "given a job whose events are streamed, when the session of its listener ends, then the stream ends, and no other one",
        arguments: [End.logout, .deletedSession, .reusedToken])
    func job(end: End) async throws {
        let gate = Gate()
        try await Self.withJobs(.init(opening: { await gate.wait() })) { place, server in
            let (phone, tablet) = (try await server.signIn(place), try await server.signIn(place))
            let job = try await server.job(fields: [phone.field]).id
            var streams: [HTTPConnection] = []
            for person in [phone, tablet] {
                let stream = try await server.open()
                try await stream.send(.head("GET", "/api/jobs/\(job)/events", fields: [person.field]))
                #expect(try await stream.head().status == 200)
                streams.append(stream)
            }
            try await end.perform(server, place, phone, tablet)
            place.time.advance(by: StandingWriter.interval)
            gate.open()
            let (lost, kept) = (await Self.rest(of: streams[0], place.time), await Self.rest(of: streams[1]))
            #expect(!lost.contains("conversation.finished") && lost.last != "job", "\(lost)")
            #expect(kept.contains("conversation.finished") && kept.last == "job", "\(kept)")
            for stream in streams { await stream.close() }
        }
    }
}
