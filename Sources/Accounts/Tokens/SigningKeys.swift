internal import Crypto
internal import FoundationEssentials
internal import JWTKit
internal import Plumbing

/// The keys that sign access tokens. They are stored sealed, so that all processes of a server have the same.
///
/// A new key takes over after ``rotation``. The one before it still opens for an hour, which is longer than any token lasts. So
/// a change of keys signs no user out. An operator can have it refused earlier, because it was stolen.
actor SigningKeys {
    struct Key: Sendable {
        let name: String
        let algorithm: any JWTAlgorithm
        /// From this moment on it opens nothing; nil for the current one.
        let refused: Int64?
    }

    /// After this time a key is replaced, in milliseconds: 30 days.
    static let rotation: Int64 = 30 * 86_400_000
    /// How long a replaced key still opens, in milliseconds.
    static let overlap: Int64 = 3_600_000
    /// After this time the store is read again: another process may have changed the keys. A name that is not known causes no
    /// reading earlier than that either.
    private static let freshFor = Duration.seconds(1)
    private static let valueName = "signing-keys"

    private struct Stored: Codable {
        var name: String
        var created: Int64
        /// When a newer key took over; nil for the current one.
        var replaced: Int64?
        /// From when the operator has it refused; nil if it ends by itself.
        var refused: Int64?
        var secret: Data

        /// From this moment on it opens nothing; nil for the current one.
        var end: Int64? { replaced.map { min(refused ?? .max, $0 + SigningKeys.overlap) } }

        mutating func isReplaced(at now: Int64, refusedAfter grace: Int64?) {
            replaced = replaced ?? now
            if let grace { refused = min(refused ?? .max, now + grace) }
        }
    }

    private let store: any AccountStore
    private let vault: AccountVault
    private let time: TimeSource
    private let random: RandomSource
    private var keys: [String: Key] = [:]
    private var current: Key?
    private var currentEnds: Int64 = 0
    private var read: Duration?
    private var reading: Task<Void, any Error>?

    init(store: any AccountStore, vault: AccountVault, time: TimeSource, random: RandomSource) {
        self.store = store
        self.vault = vault
        self.time = time
        self.random = random
    }

    /// The key for new tokens.
    func signing() async throws -> Key {
        if let current, isFresh, time.wallClockMilliseconds() < currentEnds { return current }
        try await reload()
        guard let current else { throw Problem(.internal, "accounts.signing-key", "there is no signing key") }
        return current
    }

    /// The key of a name; nil if there is none, or if it is refused.
    func key(_ name: String) async throws -> Key? {
        if !isFresh { try await reload() }
        guard let key = keys[name], key.refused.map({ time.wallClockMilliseconds() < $0 }) ?? true else { return nil }
        return key
    }

    /// Replaces the current key now, such as after it may have been stolen.
    ///
    /// - Parameter grace: for how many milliseconds from now the earlier keys still open; at most ``overlap``.
    /// - Returns: the moment from which they are refused.
    func rotate(refusingOldAfter grace: Int64) async throws -> Int64 {
        let grace = min(max(0, grace), Self.overlap)
        let now = time.wallClockMilliseconds()
        try await take(replaced(at: now, refusingOldAfter: grace))
        return now + grace
    }

    private var isFresh: Bool { read.map { time.now() - $0 < Self.freshFor } ?? false }

    /// Reads the keys. Callers that need them at the same moment share one reading.
    private func reload() async throws {
        if let reading { return try await reading.value }
        let task = Task {
            defer { reading = nil }
            try await load()
        }
        reading = task
        try await task.value
    }

    /// Reads the keys, and makes a new one if that is due.
    private func load() async throws {
        let now = time.wallClockMilliseconds()
        let stored = try await store.read { [vault] tables in try Self.stored(vault, tables) }
        let newest = stored.filter { $0.replaced == nil }.map(\.created).max()
        let isDue = newest.map { now >= $0 + Self.rotation } ?? true
        try await take(isDue ? replaced(at: now, refusingOldAfter: nil) : stored)
    }

    /// Stores a new key for the current one, and deletes those that open nothing any more.
    ///
    /// - Parameter grace: for how many milliseconds earlier keys still open; nil if they end by themselves. Then a new key is made
    ///   only if it is still due: another process may have been faster.
    private func replaced(at now: Int64, refusingOldAfter grace: Int64?) async throws -> [Stored] {
        try await store.write { [vault, random] tables in
            let old = try Self.stored(vault, tables)
            let newest = old.filter { $0.replaced == nil }.map(\.created).max()
            guard grace != nil || (newest.map { now >= $0 + Self.rotation } ?? true) else { return old }
            var new = old
            for index in new.indices { new[index].isReplaced(at: now, refusedAfter: grace) }
            new.removeAll { $0.end.map { $0 <= now } ?? false }
            new.append(
                Stored(
                    name: AccountID.randomName(random), created: now,
                    secret: P256.Signing.PrivateKey().rawRepresentation))
            if newest != nil { try AuditLog.note(.keyRotated, nil, at: now, in: tables) }
            try vault.save(Array(try JSONEncoder().encode(new)), Self.valueName, in: tables)
            return new
        }
    }

    private static func stored(_ vault: AccountVault, _ tables: any AccountTables) throws -> [Stored] {
        let bytes = try vault.value(valueName, in: tables)
        return try bytes.map { try JSONDecoder().decode([Stored].self, from: Data($0)) } ?? []
    }

    private func take(_ stored: [Stored]) async throws {
        var keys: [String: Key] = [:]
        var current: (key: Key, created: Int64)?
        for entry in stored {
            let key: Key
            if let known = self.keys[entry.name] {
                key = Key(name: entry.name, algorithm: known.algorithm, refused: entry.end)
            } else {
                let secret = try ES256PrivateKey(backing: P256.Signing.PrivateKey(rawRepresentation: entry.secret))
                let collection = JWTKeyCollection()
                let name = JWKIdentifier(string: entry.name)
                await collection.add(ecdsa: secret, kid: name)
                key = Key(
                    name: entry.name, algorithm: try await collection.getKey(for: name), refused: entry.end)
            }
            keys[entry.name] = key
            if entry.replaced == nil { current = (key, entry.created) }
        }
        self.keys = keys
        self.current = current?.key
        currentEnds = (current?.created ?? 0) + Self.rotation
        read = time.now()
    }
}
