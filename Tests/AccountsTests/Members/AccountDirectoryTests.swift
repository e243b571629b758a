import Accounts
import Foundation
import GRDB
import Language
import Plumbing
import Testing
import VerbioTesting

struct AccountDirectoryTests {
    private let place: AccountPlace
    private let directory: AccountDirectory

    init() throws {
        place = try AccountPlace()
        directory = try place.directory()
    }

    @Test("Given a person who has signed in, when they come again after a restart, then it is the same account")
    func findsAccounts() async throws {
        let first = try await directory.signIn(.ada)
        #expect(first.isNew)
        #expect(first.account.tier == "free")
        #expect(first.account.profile.name == "Ada Lovelace")
        #expect(first.account.email?.address == "ada@example.com")
        let again = try await place.directory().signIn(.ada)
        #expect(!again.isNew)
        #expect(again.account == first.account)
    }

    @Test("Given the address of one person, when another subject or issuer has it, then it is another account")
    func neverFindsByEmail() async throws {
        var subject = Identity.ada
        subject.subject = "001234.eve"
        var issuer = Identity.ada
        issuer.issuer = "https://accounts.google.com"
        let ids = [
            try await directory.signIn(.ada).account.id, try await directory.signIn(subject).account.id,
            try await directory.signIn(issuer).account.id,
        ]
        #expect(Set(ids).count == 3)
        #expect(Set(try await directory.accounts(email: "Ada@Example.com", limit: 9).map(\.id)) == Set(ids))
    }

    @Test("Given 20 first sign-ins of one person at once, when all have ended, then there is one account")
    func makesOneAccount() async throws {
        let ids = try await withThrowingTaskGroup(of: AccountID.self) { group in
            for _ in 0..<20 { group.addTask { try await directory.signIn(.ada).account.id } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await directory.accounts(limit: 9).count == 1)
    }

    @Test(
        "Given an account with a name and no address, when later tokens have others, then only what is missing is filled in"
    )
    func fillsOnce() async throws {
        var first = Identity.ada
        (first.email, first.name) = (nil, nil)
        let id = try await directory.signIn(first, name: "Ada").account.id
        _ = try await directory.signIn(.ada)
        var later = Identity.ada
        later.email = "new@example.com"
        _ = try await directory.signIn(later, name: "Countess")
        let account = try #require(try await directory.account(id))
        #expect(account.profile.name == "Ada")
        #expect(account.email?.address == "ada@example.com")
    }

    @Test(
        "Given a guest with a profile, when the guest signs in for the first time, then the account stays with everything in it"
    )
    func upgradesGuests() async throws {
        let guest = try await directory.makeGuest()
        #expect(guest.isGuest)
        try await directory.change(guest.id, by: ProfileChange(reading: Array(#"{"theme":"dark"}"#.utf8)))
        let signedIn = try await directory.signIn(.ada, guest: guest.id)
        #expect(signedIn.isNew)
        #expect(signedIn.account.id == guest.id)
        #expect(!signedIn.account.isGuest)
        #expect(signedIn.account.profile.theme == .dark)
        #expect(try await directory.signIn(.ada).account.id == guest.id)
    }

    @Test(
        "Given a person with an account who is a guest on a new device, when they sign in, then it takes everything over"
    )
    func keepsKnownAccounts() async throws {
        let known = try await directory.signIn(.ada).account.id
        try await directory.change(known, by: ProfileChange(reading: Array(#"{"formality":"formal"}"#.utf8)))
        let guest = try await directory.makeGuest()
        try await directory.change(
            guest.id, by: ProfileChange(reading: Array(#"{"theme":"dark","formality":"informal","voice":"v"}"#.utf8)))
        let signIn = try await directory.signIn(.ada, guest: guest.id)
        #expect(signIn.account.id == known && !signIn.isNew && signIn.leaving == guest.id)
        #expect(signIn.account.profile.formality == .formal, "the person has said that")
        #expect(signIn.account.profile.theme == .dark && signIn.account.profile.voice == "v")
        #expect(try await directory.account(guest.id)?.state == .erasing)
        let events = try await place.store().read { try $0.audit(of: known, after: 0, limit: 9).map { $0.event } }
        #expect(events.last == AuditLog.Event.guestMoved.rawValue)
        #expect(try await directory.signIn(.ada).leaving == nil)
        await #expect(throws: Problem.self) { try await directory.signIn(.ada, guest: guest.id) }
    }

    @Test("Given the account of another person, when it is named as the guest's, then it is not taken over")
    func takesNoAccountOver() async throws {
        let victim = try await directory.signIn(.ada).account.id
        var other = Identity.ada
        other.subject = "001234.eve"
        #expect(try await directory.signIn(other, guest: victim).account.id != victim)
        #expect(try await directory.account(victim)?.issuers == ["https://appleid.apple.com"])
    }

    @Test("Given a second identity, when it is linked, then it signs in to the same account, and to no third one")
    func linksIdentities() async throws {
        let google = Identity(issuer: "https://accounts.google.com", subject: "42")
        let id = try await directory.signIn(.ada).account.id
        try await directory.link(google, to: id)
        try await directory.link(google, to: id)
        #expect(try await directory.signIn(google).account.id == id)
        #expect(
            try await directory.account(id)?.issuers == ["https://accounts.google.com", "https://appleid.apple.com"])
        let other = try await directory.makeGuest()
        await #expect(throws: Problem.self) { try await directory.link(google, to: other.id) }
    }

    @Test(
        "Given a closed account, when its owner comes, then they cannot sign in or change anything until it is opened")
    func closesAccounts() async throws {
        let id = try await directory.signIn(.ada).account.id
        try await directory.set(isDisabled: true, of: id)
        let closed = Problem(
            .usage, "account.disabled", "the account is closed", cure: "ask the operator of this server")
        await #expect(throws: closed) { try await directory.signIn(.ada) }
        await #expect(throws: closed) {
            try await directory.change(id, by: ProfileChange(reading: Array(#"{"name":"Eve"}"#.utf8)))
        }
        try await directory.set(isDisabled: false, of: id)
        #expect(try await directory.signIn(.ada).account.id == id)
    }

    @Test("Given a tier, when it is set, then it is stored, and the audit log has the previous one")
    func setsTiers() async throws {
        let store = try place.store()
        let id = try await directory.signIn(.ada).account.id
        try await directory.set(tier: "pro", of: id)
        #expect(try await directory.account(id)?.tier == "pro")
        let entries = try await store.read { try $0.audit(after: 0, limit: 9) }
        #expect(entries.map(\.event) == ["signed-up", "tier-changed"])
        #expect(entries.last?.detail == "free to pro")
    }

    @Test("Given an account that does not exist, when it is changed, then the problem says how to find the others")
    func tellsUnknownAccounts() async throws {
        let id = try #require(AccountID("aaaaaaaaaaaaaaaaaaaaaaaaaa"))
        await #expect(
            throws: Problem(
                .usage, "account.unknown", "there is no account \(id)", cure: "see 'verbio accounts list'")
        ) { try await directory.set(tier: "pro", of: id) }
    }

    // MARK: What is stored

    @Test("Given accounts, when their file is read without the secrets, then nothing in it identifies a person")
    func storesNothingReadable() async throws {
        let account = try await directory.signIn(.ada).account
        try await directory.change(
            account.id, by: ProfileChange(reading: Array(#"{"voice":"canary voice","languages":["pt-BR"]}"#.utf8)))
        let bytes = try place.storedBytes()
        #expect(bytes.range(of: Data(account.id.text.utf8)) != nil)
        for word in ["ada@example.com", "Lovelace", "001234.ada", "appleid", "canary voice", "pt-BR"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: place.file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("Given two accounts, when the sealed part of one is put in the other's row, then it does not open")
    func noticesExchangedRows() async throws {
        let store = try place.store()
        let ada = try await directory.signIn(.ada).account.id
        let guest = try await directory.makeGuest().id
        try await store.write { tables in
            guard let source = try tables.account(ada), var target = try tables.account(guest) else { return }
            target.sealed = source.sealed
            try tables.save(target)
        }
        let error = await #expect(throws: Problem.self) { try await directory.account(guest) }
        #expect(error?.code == "accounts.sealed")
    }

    @Test(
        "Given a new secret in front of the old one, when all is sealed again, then the old one is not needed any more")
    func rotatesSecrets() async throws {
        let store = try place.store()
        let old = [UInt8](repeating: 1, count: 32)
        let new = [UInt8](repeating: 2, count: 32)
        func directory(_ secrets: [[UInt8]]) throws -> AccountDirectory {
            AccountDirectory(store: store, sealing: Sealing(try AccountSecrets(secrets)), time: place.time.source)
        }
        let id = try await directory([old]).signIn(.ada).account.id
        let guest = try await directory([old]).makeGuest().id
        #expect(try await directory([new, old]).signIn(.ada).account.id == id)
        await #expect(throws: Problem.self) { try await directory([new]).account(guest) }
        let both = Sealing(try AccountSecrets([new, old]))
        #expect(try await Resealing(store: store, sealing: both).run() == .init(accounts: 2))
        #expect(try await directory([new]).signIn(.ada).account.id == id)
        #expect(try await directory([new]).account(guest)?.isGuest == true)
    }

    @Test("Given an account whose secret is lost, when all is sealed again, then it is named and the others are sealed")
    func passesOverLostSecrets() async throws {
        let store = try place.store()
        let secrets = (0...2).map { [UInt8](repeating: $0, count: 32) }
        let (lost, old, new) = (secrets[0], secrets[1], secrets[2])
        func directory(_ secrets: [[UInt8]]) throws -> AccountDirectory {
            AccountDirectory(store: store, sealing: Sealing(try AccountSecrets(secrets)), time: place.time.source)
        }
        let gone = try await directory([lost]).makeGuest().id
        var ids: [AccountID] = []
        for _ in 0..<3 { ids.append(try await directory([old]).makeGuest().id) }
        let result = try await Resealing(store: store, sealing: Sealing(try AccountSecrets([new, old]))).run()
        #expect(result == .init(accounts: 3, unreadable: ["account \(gone)"]))
        for id in ids { #expect(try await directory([new]).account(id)?.isGuest == true) }
        #expect(try await directory([lost]).account(gone)?.isGuest == true)
    }

    @Test("Given an audit log, when an entry is changed or removed, then the check names it")
    func noticesChangedAudit() async throws {
        let store = try place.store()
        for _ in 0..<3 { _ = try await directory.signIn(.ada) }
        #expect(try await AuditLog.firstDamage(in: store) == nil)
        let file = try DatabaseQueue(path: place.file)
        try await file.write { try $0.execute(sql: "UPDATE audit SET event = 'signed-up' WHERE number = 3") }
        #expect(try await AuditLog.firstDamage(in: store) == 3)
        try await file.write { try $0.execute(sql: "DELETE FROM audit WHERE number = 2") }
        #expect(try await AuditLog.firstDamage(in: store) == 3)
    }

    @Test(
        "Given a nonce that was used, when the server restarts, then it is still used, and forgotten when it expired")
    func remembersNonces() async throws {
        let digest = [UInt8](repeating: 7, count: 32)
        #expect(try await StoredNonces(store: place.store()).use(digest, until: 100, now: 50))
        let again = try StoredNonces(store: place.store())
        #expect(try await !again.use(digest, until: 100, now: 99))
        #expect(try await again.use(digest, until: 200, now: 100))
    }

    @Test("Given a name that its owner has cleared, when the owner signs in again, then it stays cleared")
    func keepsClearedNames() async throws {
        let place = try AccountPlace()
        let store = try place.store()
        let directory = try place.directory(store)
        let id = try await directory.signIn(.ada).account.id
        try await directory.change(id, by: ProfileChange(reading: Array(#"{"theme":"dark"}"#.utf8)))
        #expect(try await directory.signIn(.ada).account.profile.name == "Ada Lovelace")
        try await directory.change(id, by: ProfileChange(reading: Array(#"{"name":null}"#.utf8)))
        _ = try await Resealing(store: store, sealing: try place.sealing()).run()
        #expect(try await directory.signIn(.ada, name: "Ada").account.profile.name == nil)
        #expect(try await directory.account(id)?.profile.name == nil)
        let plain = Identity(issuer: "https://i.example.com", subject: "eve")
        _ = try await directory.signIn(plain)
        #expect(try await directory.signIn(plain, name: "Eve").account.profile.name == "Eve")
    }
}
