internal import Crypto
internal import FoundationEssentials
internal import JWTKit
internal import Plumbing

/// The keys that sign access tokens. They are stored sealed, so that all processes of a server have the same.
///
/// A new key takes over after ``rotation``. The one before it still opens for an hour, which is longer than any token lasts. So
/// a change of keys signs no user out.
actor SigningKeys {
    struct Key: Sendable {
        let name: String
        let algorithm: any JWTAlgorithm
    }

    /// After this time a key is replaced, in milliseconds: 30 days.
    static let rotation: Int64 = 30 * 86_400_000
    /// How long a replaced key still opens, in milliseconds.
    static let overlap: Int64 = 3_600_000
    /// After this time the store is read again: another process may have changed the keys.
    private static let freshFor = Duration.seconds(60)
    /// How often an unknown name may cause a reading.
    private static let unknownKeyPause = Duration.seconds(1)
    private static let valueName = "signing-keys"

    private struct Stored: Codable {
        var name: String
        var created: Int64
        /// When a newer key took over; nil for the current one.
        var replaced: Int64?
        var secret: Data
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
        if let current, isFresh(Self.freshFor), time.wallClockMilliseconds() < currentEnds { return current }
        try await reload()
        guard let current else { throw Problem(.internal, "accounts.signing-key", "there is no signing key") }
        return current
    }

    /// The key of a name; nil if there is none.
    func key(_ name: String) async throws -> Key? {
        if let key = keys[name], isFresh(Self.freshFor) { return key }
        if !isFresh(Self.unknownKeyPause) { try await reload() }
        return keys[name]
    }

    /// Replaces the current key now, such as after it may have been stolen.
    func rotate() async throws { try await load(replacing: true) }

    private func isFresh(_ limit: Duration) -> Bool { read.map { time.now() - $0 < limit } ?? false }

    /// Reads the keys. Callers that need them at the same moment share one reading.
    private func reload() async throws {
        if let reading { return try await reading.value }
        let task = Task {
            defer { reading = nil }
            try await load(replacing: false)
        }
        reading = task
        try await task.value
    }

    private func load(replacing: Bool) async throws {
        let now = time.wallClockMilliseconds()
        let stored = try await store.write { [vault, random] tables in
            let bytes = try vault.value(Self.valueName, in: tables)
            let old = try bytes.map { try JSONDecoder().decode([Stored].self, from: Data($0)) } ?? []
            var new = old.filter { $0.replaced.map { now < $0 + Self.overlap } ?? true }
            let newest = new.filter { $0.replaced == nil }.map(\.created).max()
            let isDue = newest.map { now >= $0 + Self.rotation } ?? true
            guard isDue || replacing || new.count != old.count else { return old }
            if isDue || replacing {
                for index in new.indices where new[index].replaced == nil { new[index].replaced = now }
                new.append(
                    Stored(
                        name: AccountID.randomName(random), created: now,
                        secret: P256.Signing.PrivateKey().rawRepresentation))
                if newest != nil { try AuditLog.note(.keyRotated, nil, at: now, in: tables) }
            }
            try vault.save(Array(try JSONEncoder().encode(new)), Self.valueName, in: tables)
            return new
        }
        var keys: [String: Key] = [:]
        for entry in stored {
            let key = try ES256PrivateKey(backing: P256.Signing.PrivateKey(rawRepresentation: entry.secret))
            let collection = JWTKeyCollection()
            await collection.add(ecdsa: key, kid: JWKIdentifier(string: entry.name))
            keys[entry.name] = Key(
                name: entry.name, algorithm: try await collection.getKey(for: JWKIdentifier(string: entry.name)))
            if entry.replaced == nil {
                current = keys[entry.name]
                currentEnds = entry.created + Self.rotation
            }
        }
        self.keys = keys
        read = time.now()
    }
}
