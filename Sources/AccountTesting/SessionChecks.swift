internal import Accounts
internal import VerbioTesting

/// The checks of sessions and logins, over one store.
struct SessionChecks: Sendable {
    let store: any AccountStore

    private typealias Samples = AccountSamples

    private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        try ComplianceCheck.require(condition, what())
    }

    func keepsSessions() async throws {
        let account = try Samples.account("a")
        var rows = [
            try Samples.session("d", at: 1), try Samples.session("c", at: 1), try Samples.session("b", at: 2),
        ]
        rows[0].sealedLabel = [1, 2]
        rows[0].replay = SessionRow.Replay(hash: [3], successor: [4], until: 5)
        (rows[1].ended, rows[1].used) = (7, 6)
        let stored = rows
        let found = try await store.write { tables in
            try tables.save(account)
            for row in stored { try tables.save(row) }
            return (try tables.session(stored[0].id), try tables.sessions(of: account.id))
        }
        try require(found.0 == rows[0], "a session comes back changed")
        try require(found.1 == [rows[2], rows[1], rows[0]], "the sessions are in another order")
        var changed = rows[0]
        (changed.used, changed.idleUntil, changed.expires, changed.ended) = (8, 9, 10, 11)
        (changed.sealedLabel, changed.replay) = (nil, nil)
        let wanted = changed
        let (again, token, used) = try await store.write { tables in
            try tables.save(wanted)
            try tables.save(TokenRow(hash: [1], session: wanted.id))
            let token = try tables.token([1])
            try tables.save(TokenRow(hash: [1], session: wanted.id, used: 5))
            return (try tables.session(wanted.id), token, try tables.token([1]))
        }
        try require(again == wanted, "a changed session comes back as another one")
        try require(
            token == TokenRow(hash: [1], session: wanted.id)
                && used == TokenRow(hash: [1], session: wanted.id, used: 5), "a token comes back changed")
        let strangers = (try Samples.session("e", of: "z"), try Samples.sessionID("f"))
        try await Samples.refused(store, "a session of no account") { try $0.save(strangers.0) }
        try await Samples.refused(store, "a token of no session") { tables in
            try tables.save(TokenRow(hash: [9], session: strangers.1))
        }
    }

    func endsSessions() async throws {
        let account = try Samples.account("a")
        var rows = try "bcdef".map { try Samples.session($0) }
        rows[0].expires = 99
        rows[1].ended = 49
        rows[2].idleUntil = 49
        (rows[3].expires, rows[3].ended, rows[3].idleUntil) = (100, 50, 50)
        let stored = rows
        let (left, tokens) = try await store.write { tables in
            try tables.save(account)
            for row in stored {
                try tables.save(row)
                try tables.save(TokenRow(hash: Array(row.id.text.utf8), session: row.id))
            }
            try tables.removeSessions(expiredBefore: 100, endedBefore: 50)
            let left = try tables.sessions(of: account.id)
            return (left, try stored.filter { try tables.token(Array($0.id.text.utf8)) != nil })
        }
        try require(left == [rows[3], rows[4]], "other sessions are left than those that are not old")
        try require(tokens == left, "other tokens are left than those of the sessions")
        let (one, other) = (rows[3].id, rows[4].id)
        let kept = try await store.write { tables in
            for number in 1...4 as ClosedRange<UInt8> {
                try tables.save(TokenRow(hash: [number], session: one, used: Int64(number)))
            }
            try tables.save(TokenRow(hash: [5], session: other, used: 1))
            try tables.removeUsedTokens(of: one, keeping: 9)
            let all = try (1...5).filter { try tables.token([$0]) != nil }
            try tables.removeUsedTokens(of: one, keeping: 2)
            let newest = try (1...5).filter { try tables.token([$0]) != nil }
            let isUnusedKept = try tables.token(Array(one.text.utf8)) != nil
            try tables.removeSession(one)
            return (all, newest, isUnusedKept, try (1...5).filter { try tables.token([$0]) != nil })
        }
        try require(kept.0 == [1, 2, 3, 4, 5], "tokens were removed though there are not too many")
        try require(kept.1 == [3, 4, 5] && kept.2, "other tokens are left than the newest and the unused one")
        try require(kept.3 == [5], "a removed session leaves tokens")
    }

    func keepsLogins() async throws {
        let account = try Samples.account("a")
        var first = DeviceLoginRow(code: [1], lookup: [10], expires: 100)
        first.sealedLabel = [7]
        let (one, other) = (first, DeviceLoginRow(code: [2], lookup: [20], expires: 50))
        (first.views, first.account, first.isDenied) = (3, account.id, true)
        let changed = first
        let found = try await store.write { tables in
            try tables.save(account)
            for login in [one, other] { try tables.save(login) }
            let stored = try [tables.deviceLogin(code: [1]), tables.deviceLogin([20]), tables.deviceLogin([1])]
            let count = try tables.deviceLoginCount()
            try tables.save(changed)
            return (stored, count, try tables.deviceLogin([10]))
        }
        try require(found.0 == [one, other, nil] && found.1 == 2, "logins come back changed")
        try require(found.2 == changed, "a changed login comes back as another one")
        let left = try await store.write { tables in
            try tables.removeDeviceLogins(expiredBefore: 50)
            let all = try tables.deviceLoginCount()
            try tables.removeDeviceLogins(expiredBefore: 51)
            let open = try tables.deviceLoginCount()
            try tables.removeDeviceLogin(code: [1])
            return [all, open, try tables.deviceLoginCount()]
        }
        try require(left == [2, 1, 0], "other logins are left than those that have not expired")
    }
}
