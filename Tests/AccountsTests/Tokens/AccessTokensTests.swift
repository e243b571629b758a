import Accounts
import Crypto
import Foundation
import Plumbing
import Testing
import VerbioTesting

struct AccessTokensTests {
    private let place: AccountPlace
    private let store: AccountDatabase
    private let directory: AccountDirectory
    private let sessions: Sessions
    private let tokens: AccessTokens
    private let grant: Sessions.Grant

    init() async throws {
        place = try AccountPlace()
        store = try place.store()
        directory = try place.directory(store)
        sessions = Sessions(store: store, sealing: try place.sealing(), time: place.time.source)
        tokens = try Self.tokens(place, store)
        grant = try await sessions.begin(try await directory.signIn(.ada).account.id)
    }

    private static func tokens(
        _ place: AccountPlace, _ store: AccountDatabase, issuer: String = "https://verbio.example",
        audience: String = "https://verbio.example"
    ) throws -> AccessTokens {
        AccessTokens(
            issuer: issuer, audience: audience, store: store, sealing: try place.sealing(), time: place.time.source)
    }

    private func made() async throws -> String { try await tokens.make(for: grant.account, session: grant.session) }

    private func parts(_ token: String) throws -> (header: [String: Any], claims: [String: Any]) {
        let parts = token.split(separator: ".").map { Data(Base64URL.decode(String($0)) ?? []) }
        return (
            try #require(try JSONSerialization.jsonObject(with: parts[0]) as? [String: Any]),
            try #require(try JSONSerialization.jsonObject(with: parts[1]) as? [String: Any])
        )
    }

    @Test("Given a session, when a token is made, then it has the fields of RFC 9068 and nothing of the person")
    func makesTokens() async throws {
        let (header, claims) = try parts(try await made())
        #expect(header["typ"] as? String == "at+jwt")
        #expect(header["alg"] as? String == "ES256")
        #expect((header["kid"] as? String)?.count == 26)
        #expect(Set(claims.keys) == ["iss", "aud", "sub", "sid", "jti", "iat", "exp"])
        #expect(claims["sub"] as? String == grant.account.text)
        #expect(claims["exp"] as? Int == TestIssuer.now + 900)
        let other = try parts(try await made()).claims
        #expect(other["jti"] as? String != claims["jti"] as? String)
    }

    @Test("Given no signing key yet, when 20 tokens are made at once, then one key signs them all")
    func sharesTheFirstKey() async throws {
        let names = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { try parts(try await made()).header["kid"] as? String } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(names.count == 1 && !names.contains(nil))
    }

    @Test("Given a token, when it is checked, then it names account and session for 15 minutes")
    func checksTokens() async throws {
        let token = try await made()
        let access = try await tokens.check(token)
        #expect(access.account == grant.account)
        #expect(access.session == grant.session)
        place.time.advance(by: .seconds(899))
        #expect(try await tokens.check(token) == access)
        place.time.advance(by: .seconds(1))
        await #expect(throws: AccessRefusal.expired) { try await tokens.check(token) }
    }

    @Test("Given a key that signs, when another one takes over, then tokens of both are valid, also in another process")
    func rotatesKeys() async throws {
        let old = try await made()
        let process = try Self.tokens(place, try place.store())
        _ = try await process.check(old)
        place.time.advance(by: .seconds(2))
        let end = try await tokens.rotateKey(refusingOldAfter: 600_000)
        let new = try await made()
        #expect(try parts(old).header["kid"] as? String != parts(new).header["kid"] as? String)
        for tokens in [tokens, process] {
            _ = try await tokens.check(old)
            _ = try await tokens.check(new)
        }
        #expect(try await store.read { try $0.audit(after: 0, limit: 9).map(\.event) } == ["signed-up", "key-rotated"])
        place.time.advance(by: .seconds(599))
        _ = try await process.check(old)
        place.time.advance(by: .seconds(1))
        #expect(end == TestIssuer.now * 1_000 + 602_000)
        for tokens in [tokens, process] {
            await #expect(throws: AccessRefusal.unknownKey) { try await tokens.check(old) }
            _ = try await tokens.check(new)
        }
    }

    @Test("Given a stolen key, when it is replaced, then its tokens are refused at once, and elsewhere after a second")
    func refusesStolenKeys() async throws {
        let process = try Self.tokens(place, try place.store())
        let oldest = try await made()
        try await tokens.rotateKey(refusingOldAfter: 3_600_000)
        let old = try await made()
        _ = try await process.check(old)
        try await tokens.rotateKey()
        let new = try await made()
        await #expect(throws: AccessRefusal.unknownKey) { try await tokens.check(old) }
        await #expect(throws: AccessRefusal.unknownKey) { try await tokens.check(oldest) }
        place.time.advance(by: .seconds(1))
        await #expect(throws: AccessRefusal.unknownKey) { try await process.check(old) }
        _ = try await process.check(new)
        // It signs nothing either, in no process.
        let later = try await process.make(for: grant.account, session: grant.session)
        #expect(try parts(later).header["kid"] as? String == parts(new).header["kid"] as? String)
    }

    @Test(
        "Given a key of 30 days, when the next token is made, then a new key signs it, and an hour later the old one is gone"
    )
    func rotatesKeysByThemselves() async throws {
        place.time.advance(by: .seconds(1))
        let old = try await made()
        place.time.advance(by: .seconds(30 * 86_400 - 600))
        let last = try await made()
        #expect(try parts(old).header["kid"] as? String == parts(last).header["kid"] as? String)
        place.time.advance(by: .seconds(600))
        let new = try await made()
        #expect(try parts(last).header["kid"] as? String != parts(new).header["kid"] as? String)
        _ = try await tokens.check(last)
        place.time.advance(by: .seconds(3_600))
        await #expect(throws: AccessRefusal.unknownKey) { try await tokens.check(last) }
        await #expect(throws: AccessRefusal.expired) { try await tokens.check(new) }
    }

    @Test("Given the file without the secrets, when it is read, then the signing key is not in it")
    func sealsKeys() async throws {
        let token = try await made()
        let name = try #require(try parts(token).header["kid"] as? String)
        #expect(try place.storedBytes().range(of: Data(name.utf8)) == nil)
    }

    @Test("Given a new secret, when all is sealed again, then signing keys and names of sessions open with it alone")
    func outlivesSecrets() async throws {
        let old = try AccountSecrets(at: place.secretFile)
        let new = [UInt8](repeating: 9, count: 32)
        let line = try String(contentsOfFile: place.secretFile, encoding: .utf8)
        let both = try #require(Base64URL.decode(line.filter { !$0.isNewline }))
        let token = try await made()
        _ = try await Sessions(store: store, sealing: Sealing(old), time: place.time.source)
            .begin(grant.account, label: "phone")
        _ = try await Resealing(store: store, sealing: Sealing(try AccountSecrets([new, both]))).run()
        let sealing = Sealing(try AccountSecrets([new]))
        let tokens = AccessTokens(
            issuer: tokens.issuer, audience: tokens.audience, store: store, sealing: sealing, time: place.time.source)
        #expect(try await tokens.check(token).account == grant.account)
        let sessions = Sessions(store: store, sealing: sealing, time: place.time.source)
        #expect(try await sessions.list(grant.account).compactMap(\.label) == ["phone"])
    }

    @Test("Given tokens for other servers or purposes, when they are checked, then they are refused")
    func refusesOtherPurposes() async throws {
        let issuer = try await Self.tokens(place, store, issuer: "https://other.example")
            .make(for: grant.account, session: grant.session)
        await #expect(throws: AccessRefusal.issuer) { try await tokens.check(issuer) }
        let audience = try await Self.tokens(place, store, audience: "https://other.example")
            .make(for: grant.account, session: grant.session)
        await #expect(throws: AccessRefusal.audience) { try await tokens.check(audience) }
        await #expect(throws: AccessRefusal.malformed) { try await tokens.check(grant.refreshToken) }
        let identity = try TestIssuer(url: "https://verbio.example").token()
        await #expect(throws: AccessRefusal.type) { try await tokens.check(identity) }
        let access = try await made()
        await #expect(throws: RefreshRefusal.unknown) { try await sessions.refresh(access) }
    }

    @Test("Given a token that is forged in one of many ways, when it is checked, then it is refused")
    func refusesForgeries() async throws {
        let token = try await made()
        let kid = try #require(try parts(token).header["kid"] as? String)
        let pieces = token.split(separator: ".").map(String.init)
        let claims = String(decoding: Base64URL.decode(pieces[1]) ?? [], as: UTF8.self)
        func forged(_ header: String, _ claims: String) throws -> String {
            try TestIssuer.token(header, claims, sign: TestIssuer.ec.sign)
        }
        let header = #"{"alg":"ES256","kid":"\#(kid)","typ":"at+jwt"}"#
        let forgeries: [(String, AccessRefusal)] = [
            ("", .malformed), ("a.b.c", .malformed), (String(repeating: "a", count: 99_999), .malformed),
            (pieces[0] + "." + pieces[1], .malformed), (token + ".x", .malformed),
            ("\(pieces[0]).\(pieces[1]).", .signature),
            (try forged(header, claims), .signature),
            (try forged(header, claims.replacing(grant.account.text, with: "a".repeated(26))), .signature),
            (try forged(#"{"alg":"ES256","kid":"other","typ":"at+jwt"}"#, claims), .unknownKey),
            (try forged(#"{"alg":"ES256","typ":"at+jwt"}"#, claims), .unknownKey),
            (try forged(#"{"alg":"none","kid":"\#(kid)","typ":"at+jwt"}"#, claims), .algorithm),
            (try forged(#"{"alg":"HS256","kid":"\#(kid)","typ":"at+jwt"}"#, claims), .algorithm),
            (try forged(#"{"alg":"ES256","kid":"\#(kid)","typ":"JWT"}"#, claims), .type),
            (try forged(#"{"alg":"ES256","kid":"\#(kid)"}"#, claims), .type),
            (
                try forged(#"{"alg":"ES256","kid":"\#(kid)","typ":"at+jwt","jku":"https://x.example"}"#, claims),
                .malformed
            ),
            (try forged(#"{"alg":"ES256","alg":"none","kid":"\#(kid)","typ":"at+jwt"}"#, claims), .malformed),
        ]
        for (forgery, refusal) in forgeries {
            await #expect(throws: refusal, "\(forgery.prefix(80))") { try await tokens.check(forgery) }
        }
    }

    @Test(
        "Given a token of a session, when the session ends, then the token opens nothing, also in another process within a second"
    )
    func endsWithTheSession() async throws {
        let access = try await tokens.check(try await made())
        let process = Sessions(store: try place.store(), sealing: try place.sealing(), time: place.time.source)
        #expect(try await sessions.rights(access).tier == "free")
        #expect(try await process.rights(access).tier == "free")
        try await sessions.end(grant.session, of: grant.account)
        await #expect(throws: AccessRefusal.ended) { try await sessions.rights(access) }
        place.time.advance(by: .seconds(1))
        await #expect(throws: AccessRefusal.ended) { try await process.rights(access) }
    }

    @Test(
        "Given a token, when the tier of its account changes or the account is closed, then that counts within a second"
    )
    func followsTheAccount() async throws {
        let access = try await tokens.check(try await made())
        #expect(try await sessions.rights(access).tier == "free")
        try await directory.set(tier: "pro", of: grant.account)
        place.time.advance(by: .seconds(1))
        #expect(try await sessions.rights(access).tier == "pro")
        try await directory.set(isDisabled: true, of: grant.account)
        place.time.advance(by: .seconds(1))
        await #expect(throws: AccessRefusal.ended) { try await sessions.rights(access) }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
