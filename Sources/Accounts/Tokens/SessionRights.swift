internal import Plumbing

/// What decides the rights of a request, and what it prefers.
package struct SessionRights: Sendable, Hashable {
    package var account: AccountID
    /// The name of the account's tier.
    package var tier: String
    package var profile: Profile
}

/// A session as its owner sees it. Times are in milliseconds since 1970.
package struct SessionInfo: Sendable, Hashable {
    package var id: SessionID
    /// The device's name, if the client gave one.
    package var label: String?
    package var created: Int64
    /// When its refresh token was last exchanged.
    package var used: Int64
    /// When it ends if it is not used before.
    package var expires: Int64
}

/// Remembers for a second what sessions may do, so that a busy client does not cost a look at the disk for each request.
///
/// What this process changes is forgotten at once; what another process changes counts after that second.
final class SessionRightsCache: Sendable {
    private struct Entry {
        var rights: SessionRights
        var until: Duration
    }

    private static let life = Duration.seconds(1)
    private static let capacity = 10_000

    private let time: TimeSource
    private let entries = Locked<[SessionID: Entry]>([:])

    init(time: TimeSource) { self.time = time }

    func rights(of session: SessionID, account: AccountID) -> SessionRights? {
        let now = time.now()
        return entries.withLock { entries in
            guard let entry = entries[session], now < entry.until, entry.rights.account == account else { return nil }
            return entry.rights
        }
    }

    func remember(_ rights: SessionRights, of session: SessionID) {
        let now = time.now()
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries = entries.filter { now < $0.value.until } }
            guard entries.count < Self.capacity else { return }
            entries[session] = Entry(rights: rights, until: now + Self.life)
        }
    }

    func forget(_ session: SessionID) { entries.withLock { $0[session] = nil } }

    func forget(_ account: AccountID) {
        entries.withLock { entries in entries = entries.filter { $0.value.rights.account != account } }
    }
}
