import Accounts
import Foundation
import Plumbing
import Testing
import VerbioTesting

struct SessionsTests {
    private let place: AccountPlace
    private let store: AccountDatabase
    private let directory: AccountDirectory
    private let sessions: Sessions
    private let ada: AccountID

    init() async throws {
        place = try AccountPlace()
        store = try place.store()
        directory = try place.directory(store)
        sessions = Sessions(store: store, sealing: try place.sealing(), time: place.time.source)
        ada = try await directory.signIn(.ada).account.id
    }

    private func events() async throws -> [String] {
        try await store.read { try $0.audit(after: 0, limit: 99).map(\.event) }
    }

    @Test("Given a session, when its tokens are used one after the other, then each gives another one")
    func rotates() async throws {
        let first = try await sessions.begin(ada)
        let second = try await sessions.refresh(first.refreshToken)
        let third = try await sessions.refresh(second.refreshToken)
        #expect(Set([first, second, third].map(\.refreshToken)).count == 3)
        #expect(Set([first, second, third].map(\.session)).count == 1)
        // 32 bytes in base64url have 43 characters.
        #expect(first.refreshToken.utf8.count == 3 + 43)
    }

    @Test(
        "Given a token whose answer was lost, when it comes again within 10 seconds, then it gives the same successor")
    func repeatsLostAnswers() async throws {
        let first = try await sessions.begin(ada).refreshToken
        let second = try await sessions.refresh(first)
        place.time.advance(by: .seconds(10))
        #expect(try await sessions.refresh(first) == second)
        #expect(try await sessions.refresh(second.refreshToken).session == second.session)
        #expect(try await events() == ["signed-up"])
    }

    @Test("Given a token that was used 11 seconds ago, when it comes again, then its session ends and the log says so")
    func endsReusedFamilies() async throws {
        let first = try await sessions.begin(ada)
        let second = try await sessions.refresh(first.refreshToken).refreshToken
        place.time.advance(by: .seconds(11))
        await #expect(throws: RefreshRefusal.reused) { try await sessions.refresh(first.refreshToken) }
        await #expect(throws: RefreshRefusal.ended) { try await sessions.refresh(second) }
        #expect(try await events() == ["signed-up", "refresh-reused"])
        #expect(try await sessions.list(ada).isEmpty)
    }

    @Test("Given a successor that was used, when the token before it comes again at once, then its session ends")
    func endsFamiliesAfterTheSuccessor() async throws {
        let first = try await sessions.begin(ada).refreshToken
        let second = try await sessions.refresh(first).refreshToken
        let third = try await sessions.refresh(second).refreshToken
        await #expect(throws: RefreshRefusal.reused) { try await sessions.refresh(first) }
        await #expect(throws: RefreshRefusal.ended) { try await sessions.refresh(third) }
    }

    @Test("Given another session, when one is ended by a reuse, then the other stays valid")
    func endsOneFamilyOnly() async throws {
        let phone = try await sessions.begin(ada).refreshToken
        let laptop = try await sessions.begin(ada).refreshToken
        let next = try await sessions.refresh(phone).refreshToken
        _ = try await sessions.refresh(next)
        await #expect(throws: RefreshRefusal.reused) { try await sessions.refresh(phone) }
        _ = try await sessions.refresh(laptop)
    }

    @Test("Given one token 20 times at once, when all are answered, then all have the same successor, which works")
    func answersParallelRefreshesAlike() async throws {
        let token = try await sessions.begin(ada).refreshToken
        // Two processes share the file.
        let other = Sessions(store: try place.store(), sealing: try place.sealing(), time: place.time.source)
        let successors = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<20 {
                group.addTask { try await (number % 2 == 0 ? sessions : other).refresh(token).refreshToken }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let successor = try #require(successors.first)
        #expect(successors.count == 1)
        _ = try await sessions.refresh(successor)
        #expect(try await sessions.list(ada).count == 1)
    }

    @Test(
        "Given a session that is not used for 30 days, when its token comes, then it has expired, and with use it has not"
    )
    func expiresIdleSessions() async throws {
        let idle = try await sessions.begin(ada).refreshToken
        var used = try await sessions.begin(ada).refreshToken
        for _ in 0..<3 {
            place.time.advance(by: .seconds(10 * 86_400))
            used = try await sessions.refresh(used).refreshToken
        }
        await #expect(throws: RefreshRefusal.expired) { try await sessions.refresh(idle) }
        #expect(try await sessions.list(ada).count == 1)
    }

    @Test("Given a session that is always used, when 180 days have passed, then it has expired")
    func expiresSessions() async throws {
        var token = try await sessions.begin(ada).refreshToken
        for _ in 0..<8 {
            place.time.advance(by: .seconds(20 * 86_400))
            token = try await sessions.refresh(token).refreshToken
        }
        place.time.advance(by: .seconds(20 * 86_400))
        await #expect(throws: RefreshRefusal.expired) { try await sessions.refresh(token) }
        // The next sign-in removes it.
        place.time.advance(by: .seconds(1))
        _ = try await sessions.begin(ada)
        await #expect(throws: RefreshRefusal.unknown) { try await sessions.refresh(token) }
    }

    @Test("Given sessions that have ended or were left idle, when a day later one signs in, then they are forgotten")
    func forgetsEndedSessions() async throws {
        let ended = try await sessions.begin(ada)
        try await sessions.end(ended.session, of: ada)
        place.time.advance(by: .seconds(86_400))
        _ = try await sessions.begin(ada)
        await #expect(throws: RefreshRefusal.ended) { try await sessions.refresh(ended.refreshToken) }
        let idle = try await sessions.begin(ada).refreshToken
        place.time.advance(by: .seconds(1))
        _ = try await sessions.begin(ada)
        await #expect(throws: RefreshRefusal.unknown) { try await sessions.refresh(ended.refreshToken) }
        place.time.advance(by: .seconds(31 * 86_400 - 1))
        _ = try await sessions.begin(ada)
        await #expect(throws: RefreshRefusal.expired) { try await sessions.refresh(idle) }
        place.time.advance(by: .seconds(1))
        _ = try await sessions.begin(ada)
        await #expect(throws: RefreshRefusal.unknown) { try await sessions.refresh(idle) }
    }

    @Test("Given a session that is refreshed again and again, when its tokens are counted, then they are bounded")
    func boundsTokens() async throws {
        let store = try place.store()
        let first = try await sessions.begin(ada)
        try await store.write { tables in
            for number in 0..<3_500 {
                let hash = [UInt8(number >> 8), UInt8(number & 255)]
                try tables.save(TokenRow(hash: hash, session: first.session, used: Int64(number)))
            }
        }
        let second = try await sessions.refresh(first.refreshToken).refreshToken
        let kept = try await store.read { tables in
            try (0..<3_500).filter { try tables.token([UInt8($0 >> 8), UInt8($0 & 255)]) != nil }
        }
        #expect(kept == Array(501..<3_500))
        place.time.advance(by: .seconds(11))
        await #expect(throws: RefreshRefusal.reused) { try await sessions.refresh(first.refreshToken) }
        await #expect(throws: RefreshRefusal.ended) { try await sessions.refresh(second) }
    }

    @Test(
        "Given a text that is not a refresh token, when it comes, then it is unknown",
        arguments: [
            "", "vr_", "vr_short", "vr_" + String(repeating: "A", count: 43),
            "vr_" + String(repeating: "A", count: 9_999),
            String(repeating: "A", count: 46), "vr_' OR '1'='1",
        ])
    func refusesOtherTexts(text: String) async throws {
        _ = try await sessions.begin(ada)
        await #expect(throws: RefreshRefusal.unknown) { try await sessions.refresh(text) }
    }

    @Test("Given sessions with names, when they are listed and one is ended, then the others stay")
    func listsAndEnds() async throws {
        let phone = try await sessions.begin(ada, label: "Ada's phone")
        place.time.advance(by: .seconds(60))
        let laptop = try await sessions.begin(ada, label: "bad\u{1b}[2J")
        let listed = try await sessions.list(ada)
        #expect(listed.map(\.id) == [laptop.session, phone.session])
        #expect(listed.map(\.label) == [nil, "Ada's phone"])
        #expect(try await sessions.end(phone.session, of: ada))
        #expect(try await !sessions.end(phone.session, of: ada))
        await #expect(throws: RefreshRefusal.ended) { try await sessions.refresh(phone.refreshToken) }
        #expect(try await sessions.list(ada).map(\.id) == [laptop.session])
        #expect(try place.storedBytes().range(of: Data("phone".utf8)) == nil)
    }

    @Test("Given the session of one person, when another person ends it, then nothing happens")
    func endsOwnSessionsOnly() async throws {
        let session = try await sessions.begin(ada)
        let eve = try await directory.makeGuest().id
        #expect(try await !sessions.end(session.session, of: eve))
        _ = try await sessions.refresh(session.refreshToken)
    }

    @Test("Given three sessions, when all are ended, then no token works any more, and signing in does")
    func endsAll() async throws {
        var tokens: [String] = []
        for _ in 0..<3 { tokens.append(try await sessions.begin(ada).refreshToken) }
        #expect(try await sessions.endAll(of: ada) == 3)
        for token in tokens { await #expect(throws: RefreshRefusal.ended) { try await sessions.refresh(token) } }
        _ = try await sessions.begin(ada)
    }

    @Test("Given as many sessions as an account may have, when one more begins, then the one used longest ago ends")
    func boundsSessions() async throws {
        let few = Sessions(
            store: store, sealing: try place.sealing(), limits: Sessions.Limits(count: 2), time: place.time.source)
        let first = try await few.begin(ada)
        place.time.advance(by: .seconds(1))
        let second = try await few.begin(ada)
        place.time.advance(by: .seconds(1))
        let renewed = try await few.refresh(first.refreshToken)
        place.time.advance(by: .seconds(1))
        _ = try await few.begin(ada)
        await #expect(throws: RefreshRefusal.unknown) { try await few.refresh(second.refreshToken) }
        _ = try await few.refresh(renewed.refreshToken)
    }

    @Test("Given a session, when its account is closed, then neither its tokens nor new sessions work")
    func endsWithTheAccount() async throws {
        let token = try await sessions.begin(ada).refreshToken
        try await directory.set(isDisabled: true, of: ada)
        await #expect(throws: RefreshRefusal.unknown) { try await sessions.refresh(token) }
        await #expect(throws: RefreshRefusal.closed) { try await sessions.begin(ada) }
    }

    @Test("Given tokens in use, when the file is read, then none of them is in it")
    func storesHashes() async throws {
        let first = try await sessions.begin(ada).refreshToken
        let second = try await sessions.refresh(first).refreshToken
        for token in [first, second] {
            let secret = Array(token.utf8.dropFirst(3))
            #expect(try place.storedBytes().range(of: Data(secret)) == nil)
            let raw = try #require(Base64URL.decode(String(decoding: secret, as: UTF8.self)))
            #expect(try place.storedBytes().range(of: Data(raw)) == nil)
        }
    }
}
