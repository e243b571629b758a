import Accounts
import Foundation
import Plumbing
import Testing
import VerbioTesting

struct ErasureTests {
    private let place: AccountPlace
    private let store: AccountDatabase
    private let directory: AccountDirectory
    private let removed = Locked<[AccountID]>([])

    init() throws {
        place = try AccountPlace()
        store = try place.store()
        directory = try place.directory(store)
    }

    private func erasure(failing problem: Problem? = nil) throws -> Erasure {
        Erasure(store: store, sealing: try place.sealing(), time: place.time.source) { [removed] id in
            if let problem { throw problem }
            removed.withLock { $0.append(id) }
        }
    }

    private let busy = Problem(.usage, "scope.busy", "the scope is in use")

    @Test(
        "Given an account with sessions, when it is erased, then its rows are gone and the receipt is in the audit log")
    func erases() async throws {
        let id = try await directory.signIn(.ada).account.id
        let sessions = Sessions(store: store, sealing: try place.sealing(), time: place.time.source)
        let token = try await sessions.begin(id, label: "phone").refreshToken
        let erasure = try erasure()
        try await erasure.begin(id)
        let receipt = try await erasure.finish(id)
        #expect(receipt.account == id.text)
        #expect(receipt.identities == 1)
        #expect(removed.withLock { $0 } == [id])
        #expect(try await directory.account(id) == nil)
        await #expect(throws: RefreshRefusal.unknown) { try await sessions.refresh(token) }
        let last = try #require(try await store.read { try $0.lastAudit() })
        #expect(last.number == receipt.entry && last.event == "erased" && last.account == id.text)
        #expect(last.hash.map { String(format: "%02x", $0) }.joined() == receipt.hash)
        #expect(try await AuditLog.firstDamage(in: store) == nil)
        #expect(try await directory.signIn(.ada).account.id != id)
    }

    @Test(
        "Given erased persons, when the file is searched for their sealed rows, then these are not in free pages either"
    )
    func overwritesRows() async throws {
        let id = try await directory.signIn(.ada).account.id
        let (account, identity) = try await store.read { tables in
            (try tables.account(id)?.sealed, try tables.identities(of: id).first?.lookup)
        }
        let rows = [Data(try #require(account)), Data(try #require(identity))]
        for row in rows { #expect(try place.storedBytes().range(of: row) != nil) }
        let erasure = try erasure()
        try await erasure.begin(id)
        _ = try await erasure.finish(id)
        for row in rows { #expect(try place.storedBytes().range(of: row) == nil) }
    }

    @Test(
        "Given data that cannot be removed now, when its account is erased, then it stays closed, and a later start finishes it"
    )
    func finishesLater() async throws {
        let id = try await directory.signIn(.ada).account.id
        let blocked = try erasure(failing: busy)
        try await blocked.begin(id)
        await #expect(throws: busy) { try await blocked.finish(id) }
        #expect(try await blocked.finishPending() == 0)
        #expect(try await directory.account(id)?.state == .erasing)
        await #expect(throws: Problem.self) { try await directory.signIn(.ada) }
        // The operator cannot open it again by mistake.
        try await directory.set(isDisabled: false, of: id)
        #expect(try await directory.account(id)?.state == .erasing)
        // Another process, such as after a kill.
        let next = Erasure(store: try place.store(), sealing: try place.sealing(), time: place.time.source) {
            [removed] id in
            removed.withLock { $0.append(id) }
        }
        #expect(try await next.pending() == [id])
        #expect(try await next.finishPending() == 1)
        #expect(removed.withLock { $0 } == [id])
        #expect(try await next.pending().isEmpty)
    }

    @Test(
        "Given an erasure that fails at each step, when the next start continues it, then it is complete each time")
    func survivesEachStep() async throws {
        struct Killed: Error {}
        for step in 0..<4 {
            let place = try AccountPlace()
            let store = try place.store()
            let id = try await place.directory(store).signIn(.ada).account.id
            let hasData = Locked(true)
            func erasure(failing: Bool) throws -> Erasure {
                Erasure(store: failing ? store : try place.store(), sealing: try place.sealing()) { _ in
                    if failing, step == 1 { throw Killed() }
                    hasData.withLock { $0 = false }
                    if failing, step == 2 { throw Killed() }
                }
            }
            let first = try erasure(failing: true)
            try await first.begin(id)
            // At step 0 it ends behind the first transaction, at step 3 behind the last one, and its answer is lost.
            if step == 3 { _ = try await first.finish(id) }
            if step == 1 || step == 2 { await #expect(throws: Killed.self) { try await first.finish(id) } }
            let next = try erasure(failing: false)
            #expect(try await next.finishPending() == (step == 3 ? 0 : 1), "step \(step)")
            #expect(try await next.pending().isEmpty && !hasData.withLock { $0 })
            #expect(try await place.directory().account(id) == nil)
            #expect(try await AuditLog.firstDamage(in: store) == nil)
            #expect(try await next.isGone(id))
        }
    }

    @Test("Given an erasure that another caller has finished, when the first one ends, then both have the same receipt")
    func sharesReceipts() async throws {
        let id = try await directory.signIn(.ada).account.id
        let other = try erasure()
        try await other.begin(id)
        #expect(try await other.isGone(id))
        let found = Locked<Erasure.Receipt?>(nil)
        let slow = Erasure(store: store, sealing: try place.sealing(), time: place.time.source) { id in
            let receipt = try await other.finish(id)
            found.withLock { $0 = receipt }
        }
        let receipt = try await slow.finish(id)
        #expect(receipt.identities == 1 && receipt == found.withLock { $0 })
        #expect(try await other.finish(id) == receipt)
        let unknown = try #require(AccountID(String(id.text.reversed())))
        await #expect(throws: Problem.self) { try await other.finish(unknown) }
    }

    @Test("Given an account whose data cannot be removed, when others are to be erased, then these are erased")
    func passesOver() async throws {
        struct Broken: Error {}
        var ids: [AccountID] = []
        for number in 0..<3 {
            ids.append(
                try await directory.signIn(Identity(issuer: "https://i.example.com", subject: "\(number)")).account.id)
        }
        ids.sort()
        let erasure = Erasure(store: store, sealing: try place.sealing(), time: place.time.source) {
            [bad = ids[0]] id in
            if id == bad { throw Broken() }
        }
        for id in ids { try await erasure.begin(id) }
        var failed: [AccountID] = []
        let count = try await erasure.finishPending { id, error in
            if error is Broken { failed.append(id) }
        }
        #expect(count == 2)
        #expect(failed == [ids[0]])
        #expect(try await erasure.pending() == [ids[0]])
    }

    @Test("Given an account that is open, when only the second step comes, then nothing is removed")
    func needsBothSteps() async throws {
        let id = try await directory.signIn(.ada).account.id
        await #expect(throws: Problem.self) { try await erasure().finish(id) }
        #expect(removed.withLock { $0.isEmpty })
        #expect(try await directory.account(id)?.state == .active)
        try await directory.set(isDisabled: true, of: id)
        #expect(try await !erasure().isGone(id))
    }

    @Test("Given a guest who has signed in to an account, when a kill comes, then all is moved all the same")
    func movesGuests() async throws {
        struct Killed: Error {}
        let known = try await directory.signIn(.ada).account.id
        let guest = try await directory.makeGuest().id
        #expect(try await directory.signIn(.ada, guest: guest).leaving == guest)
        let steps = Locked<[String]>([])
        let fails = Locked(true)
        func erasure() throws -> Erasure {
            Erasure(
                store: store, sealing: try place.sealing(), time: place.time.source,
                data: NotedData(
                    removing: { id in steps.withLock { $0.append("remove \(id)") } },
                    moving: { id, successor in
                        steps.withLock { $0.append("move \(id) \(successor)") }
                        if fails.withLock({ $0 }) { throw Killed() }
                    }))
        }
        await #expect(throws: Killed.self) { try await erasure().finish(guest) }
        fails.withLock { $0 = false }
        #expect(try await erasure().finishPending() == 1)
        #expect(steps.withLock { $0 } == ["move \(guest) \(known)", "move \(guest) \(known)", "remove \(guest)"])
        #expect(try await directory.account(guest) == nil)
        #expect(try await directory.account(known)?.state == .active)
        #expect(try await AuditLog.firstDamage(in: store) == nil)
    }

    @Test("Given a guest who has signed in to an account, when that is erased first, then nothing is moved to it")
    func erasesHeirs() async throws {
        let known = try await directory.signIn(.ada).account.id
        let guests = [try await directory.makeGuest().id, try await directory.makeGuest().id]
        for guest in guests { _ = try await directory.signIn(.ada, guest: guest) }
        let moved = Locked(0)
        let erasure = Erasure(
            store: store, sealing: try place.sealing(), time: place.time.source,
            data: NotedData(
                removing: { [removed] id in removed.withLock { $0.append(id) } },
                moving: { _, _ in moved.withLock { $0 += 1 } }))
        try await erasure.begin(known)
        _ = try await erasure.finish(guests[0])
        _ = try await erasure.finish(known)
        _ = try await erasure.finish(guests[1])
        #expect(moved.withLock { $0 } == 0)
        #expect(removed.withLock { $0 } == [guests[0], known, guests[1]])
    }
}
