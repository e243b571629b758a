internal import Accounts
internal import VerbioTesting

/// The checks of accounts and what does not belong to a session, over one store.
struct AccountChecks: Sendable {
    let store: any AccountStore

    private typealias Samples = AccountSamples

    private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        try ComplianceCheck.require(condition, what())
    }

    func keepsAccounts() async throws {
        let rows = [
            try Samples.account("c", .disabled, email: [1]), try Samples.account("a", email: [1]),
            try Samples.account("b", .erasing),
        ]
        try await store.write { tables in for row in rows { try tables.save(row) } }
        let (a, b, c) = (rows[1], rows[2], rows[0])
        let found = try await store.read { try ($0.account(a.id), $0.accounts(after: nil, limit: 9)) }
        try require(found.0 == a, "an account comes back changed")
        try require(found.1 == [a, b, c], "the accounts are in another order")
        let pages = try await store.read { tables in
            [
                try tables.accounts(after: a.id, limit: 1), try tables.accounts(after: c.id, limit: 1),
                try tables.accounts(in: .disabled, after: nil, limit: 9),
                try tables.accounts(in: .disabled, after: c.id, limit: 9),
                try tables.accounts(email: [[1]], limit: 9), try tables.accounts(email: [[1]], limit: 1),
                try tables.accounts(email: [[2]], limit: 9),
            ]
        }
        try require(pages == [[b], [], [c], [], [a, c], [a], []], "a page or a search finds other accounts")
        var changed = a
        (changed.state, changed.tier, changed.emailLookup, changed.sealed) = (.disabled, "plus", nil, [])
        let wanted = changed
        let again = try await store.write { tables in
            try tables.save(wanted)
            return try tables.account(wanted.id)
        }
        try require(again == wanted, "a changed account comes back as another one")
    }

    func keepsIdentities() async throws {
        let (a, b) = (try Samples.account("a"), try Samples.account("b"))
        let rows = [[2], [1], [255, 0]].map { IdentityRow(lookup: $0, account: a.id, sealed: $0 + [9]) }
        try await store.write { tables in
            for account in [a, b] { try tables.save(account) }
            for row in rows { try tables.save(row) }
        }
        let found = try await store.read { try ($0.identity([255, 0]), $0.identities(of: a.id)) }
        try require(found.0 == rows[2] && found.1 == [rows[1], rows[0], rows[2]], "identities come back changed")
        let moved = IdentityRow(lookup: [1], account: b.id, sealed: [])
        let left = try await store.write { tables in
            try tables.save(moved)
            try tables.removeIdentity([2])
            return try [tables.identities(of: a.id), tables.identities(of: b.id)]
        }
        try require(left == [[rows[2]], [moved]], "a changed or a removed identity is as before")
        let stranger = try Samples.id("z")
        try await Samples.refused(store, "an identity of no account") { tables in
            try tables.save(IdentityRow(lookup: [7], account: stranger, sealed: []))
        }
    }

    private struct Refused: Error {}

    func keepsTransactions() async throws {
        let (a, b) = (try Samples.account("a"), try Samples.account("b"))
        try await store.write { try $0.save(a) }
        var error: (any Error)?
        do {
            try await store.write { tables in
                try tables.save(b)
                try tables.remove(a.id)
                throw Refused()
            }
        } catch let thrown { error = thrown }
        try require(error is Refused, "the error of a transaction comes back as another one")
        let left = try await store.read { try $0.accounts(after: nil, limit: 9) }
        try require(left == [a], "a transaction that threw has changed something")
    }

    func writesInTurn() async throws {
        let store = store
        try await store.write { try $0.save(sealedValue: [0], "count") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await store.write { tables in
                        let count = try tables.sealedValue("count")?.first ?? 0
                        try tables.save(sealedValue: [count + 1], "count")
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = try await store.read { try $0.sealedValue("count") }
        try require(count == [50], "of 50 transactions at the same moment, \(count?.first ?? 0) count")
    }

    func removesAll() async throws {
        let (a, b) = (try Samples.account("a"), try Samples.account("b"))
        let session = try Samples.session("s")
        let subscription = try Samples.subscription([3], of: "a", until: 5)
        var login = DeviceLoginRow(code: [4], lookup: [5], expires: 9)
        login.account = a.id
        let approved = login
        let left = try await store.write { tables in
            for account in [a, b] { try tables.save(account) }
            try tables.save(IdentityRow(lookup: [1], account: a.id, sealed: []))
            try tables.save(IdentityRow(lookup: [2], account: b.id, sealed: []))
            try tables.save(session)
            try tables.save(TokenRow(hash: [6], session: session.id))
            try tables.save(subscription)
            try tables.save(purchaseToken: "p", of: a.id)
            try tables.save(approved)
            try tables.save(successor: a.id, of: b.id)
            guard try tables.successor(of: b.id) == a.id else { throw ComplianceFailure("a successor is missing") }
            guard try tables.remove(a.id) else { throw ComplianceFailure("an account was not removed") }
            guard try !tables.remove(a.id) else { throw ComplianceFailure("an account was removed twice") }
            return [
                try tables.account(a.id) != nil, try tables.identity([1]) != nil,
                try tables.session(session.id) != nil, try tables.token([6]) != nil,
                try tables.subscription([3]) != nil, try tables.account(ofPurchaseToken: "p") != nil,
                try tables.deviceLogin(code: [4]) != nil, try tables.successor(of: b.id) != nil,
                try tables.account(b.id) == nil, try tables.identity([2]) == nil,
            ]
        }
        try require(
            !left.contains(true), "what belongs to a removed account stays, or what belongs to another one goes")
    }

    func keepsRevocations() async throws {
        let rows = [("c", 5), ("b", 9), ("a", 5)].map { id, due in
            RevocationRow(id: id, due: Int64(due), attempts: 0, sealed: [1])
        }
        let found = try await store.write { tables in
            for row in rows { try tables.save(row) }
            return [
                try tables.revocations(dueBefore: 10, limit: 9), try tables.revocations(dueBefore: 9, limit: 1),
                try tables.revocations(dueBefore: 5, limit: 9),
            ]
        }
        try require(found == [[rows[2], rows[0], rows[1]], [rows[2]], []], "other revocations are due")
        let later = RevocationRow(id: "a", due: 20, attempts: 3, sealed: [2])
        let left = try await store.write { tables in
            try tables.save(later)
            try tables.removeRevocation("c")
            return try tables.revocations(dueBefore: .max, limit: 9)
        }
        try require(left == [rows[1], later], "a changed or a removed revocation is as before")
    }

    func keepsSubscriptions() async throws {
        let accounts = [try Samples.account("a"), try Samples.account("b")]
        let (a, b) = (accounts[0].id, accounts[1].id)
        var rows = [
            try Samples.subscription([2], of: "a", until: 9), try Samples.subscription([1], of: nil, until: 5),
            try Samples.subscription([200], of: "a", until: nil),
        ]
        (rows[0].owned, rows[2].tier) = (4, nil)
        let stored = rows
        let found = try await store.write { tables in
            for account in accounts { try tables.save(account) }
            for row in stored { try tables.save(row) }
            try tables.save(purchaseToken: "p", of: a)
            try tables.save(purchaseToken: "p", of: b)
            return [
                try tables.subscription([2]).map { [$0] } ?? [], try tables.subscriptions(of: a),
                try tables.subscriptions(after: [], limit: 9), try tables.subscriptions(after: [1], limit: 1),
                try tables.subscriptions(endedBefore: 9, limit: 9), try tables.subscriptions(endedBefore: 8, limit: 9),
            ]
        }
        let (one, first, last) = (rows[0], rows[1], rows[2])
        try require(found[0] == [one], "a subscription comes back changed")
        try require(Set(found[1]) == [one, last], "other subscriptions belong to an account")
        try require(found[2] == [first, one, last] && found[3] == [one], "the subscriptions are in another order")
        try require(found[4] == [first, one] && found[5] == [first], "other subscriptions have ended")
        var settled = first
        settled.isSettled = true
        let changed = settled
        let moved = try await store.write { tables in
            try tables.save(changed)
            try tables.removeSubscription([200])
            guard try tables.account(ofPurchaseToken: "p") == a else {
                throw ComplianceFailure("a purchase has changed its account")
            }
            try tables.moveSubscriptions(of: a, to: b)
            guard try tables.account(ofPurchaseToken: "p") == b else {
                throw ComplianceFailure("a purchase was not moved")
            }
            return [
                try tables.subscriptions(of: a), try tables.subscriptions(of: b),
                try tables.subscriptions(endedBefore: 6, limit: 9),
            ]
        }
        try require(moved[0].isEmpty && moved[1].map(\.lookup) == [[2]], "the subscriptions were not moved")
        try require(moved[2].isEmpty, "a settled subscription comes again")
    }

    func notesOnce() async throws {
        let found = try await store.write { tables in
            [
                try tables.noteBillingNotice("n", at: 10, forgetting: 0),
                try tables.noteBillingNotice("n", at: 20, forgetting: 10),
                try tables.noteBillingNotice("n", at: 30, forgetting: 11),
                try tables.useNonce([1], until: 10, now: 0), try tables.useNonce([1], until: 30, now: 9),
                try tables.useNonce([2], until: 30, now: 9), try tables.useNonce([1], until: 30, now: 10),
            ]
        }
        try require(found == [true, false, true, true, false, true, true], "a notice or a nonce counts otherwise")
        let count = try await store.read { try $0.nonceCount() }
        try require(count == 2, "\(count) nonces are stored, not 2")
    }

    func keepsAudit() async throws {
        let a = try Samples.id("a")
        let rows: [AuditRow] = [
            (1, "enabled", a.text), (2, "enabled", nil), (3, "enabled", a.text), (4, "linked", a.text),
        ]
        .map { (number: Int64, event: String, account: String?) in
            AuditRow(number: number, time: 5, event: event, account: account, detail: "é \"1\"", hash: [7])
        }
        let isEmpty = try await store.read { try $0.lastAudit() == nil }
        try require(isEmpty, "a new store has an audit log")
        try await store.write { tables in for row in rows { try tables.append(row) } }
        let pages = try await store.read { tables -> [[AuditRow]] in
            let all = try tables.audit(after: 0, limit: 9)
            let page = try tables.audit(after: 1, limit: 2)
            return [all, page, try tables.audit(of: a, after: 1, limit: 9)]
        }
        let wanted: [[AuditRow]] = [rows, [rows[1], rows[2]], [rows[2], rows[3]]]
        try require(pages == wanted, "other entries are in the audit log")
        let newest = try await store.read { tables -> [AuditRow?] in
            [try tables.lastAudit(), try tables.lastAudit(of: a, "enabled")]
        }
        try require(newest == [rows[3], rows[2]], "another entry is the newest one")
        try await Samples.refused(store, "a second entry of one number") { try $0.append(rows[3]) }
    }

    func keepsValues() async throws {
        let found = try await store.write { tables in
            for (name, value) in [("b", [1]), ("a", []), ("b", [2, 0])] as [(String, [UInt8])] {
                try tables.save(sealedValue: value, name)
            }
            return (try tables.sealedValueNames(), try tables.sealedValue("b"), try tables.sealedValue("c"))
        }
        try require(found.0 == ["a", "b"] && found.1 == [2, 0] && found.2 == nil, "sealed values come back changed")
    }
}
