package import Conversations
package import Plumbing

/// Makes, changes and checks keys.
///
///     let ring = KeyRing(store: file, pepper: pepper)
///     let (key, text) = try await ring.create(KeyRequest(label: "phone app"))
///     try await ring.check(text)      // .accepted(key)
package final class KeyRing: Sendable {
    /// The result of a check.
    package enum Check: Sendable, Hashable {
        case accepted(AccessKey)
        /// There is no such key, or the secret is wrong. A client does not learn which.
        case unknown
        case expired
        case revoked
    }

    /// Milliseconds: the last use is stored at most once in this time.
    static let noteInterval: Int64 = 60_000

    /// Remembers keys for a second; see ``CachedKeyStore``.
    package let store: any KeyStore
    private let pepper: Pepper
    private let time: TimeSource
    /// Replaces the hash of a key that does not exist, so that looking for one takes as long as finding one.
    private let decoy: AccessKey.Hash
    /// The keys for which the last use is being stored.
    private let noted = Locked<Set<String>>([])

    package init(store: any KeyStore, pepper: Pepper, time: TimeSource = .system) {
        self.store = CachedKeyStore(store, time: time)
        self.pepper = pepper
        self.time = time
        decoy = KeyToken.random().hash(pepper: pepper)
    }

    /// Makes a key.
    ///
    /// - Returns: the key, and the text that its holder sends. The text is not stored and cannot be shown again.
    /// - Throws: ``Problem`` of kind `usage`, codes `key.…`, or of kind `store`.
    package func create(_ request: KeyRequest) async throws -> (key: AccessKey, text: String) {
        try request.check()
        let token = KeyToken.random()
        let now = time.wallClockMilliseconds()
        var key = AccessKey(
            id: token.id, label: request.label, scope: request.scope, permissions: request.permissions,
            limits: request.limits, hash: token.hash(pepper: pepper), createdAt: now)
        key.expiresAt = request.lifetime.map { now + Int64($0.components.seconds) * 1_000 }
        try await store.add(key)
        return (key, token.text)
    }

    /// Gives a key another secret.
    ///
    /// - Parameter overlap: how long the present secret stays valid, so that clients can be changed one by one.
    /// - Throws: ``Problem`` of kind `usage`: `key.unknown`, `key.revoked`.
    package func rotate(_ id: String, overlap: Duration) async throws -> (key: AccessKey, text: String) {
        let now = time.wallClockMilliseconds()
        let token = KeyToken.random(id: id)
        let hash = token.hash(pepper: pepper)
        let key = try await store.change(id) { key in
            guard key.state(at: now) != .revoked else {
                throw Problem(
                    .usage, "key.revoked", "the key \(id) is revoked",
                    cure: "make another one with 'verbio keys create'")
            }
            key.earlier = overlap > .zero ? key.hash : nil
            key.earlierUntil = overlap > .zero ? now + Int64(overlap.components.seconds) * 1_000 : nil
            key.hash = hash
        }
        guard let key else { throw Self.unknown(id) }
        return (key, token.text)
    }

    /// Changes how much a key may be used. What was used of a day counts for the new limits.
    ///
    /// - Throws: ``Problem`` of kind `usage`: `key.unknown`, `key.revoked`, `key.limit`.
    package func limit(
        _ id: String, _ change: @escaping @Sendable (inout AccessLimits) throws -> Void
    ) async throws -> AccessKey {
        let now = time.wallClockMilliseconds()
        let key = try await store.change(id) { key in
            guard key.state(at: now) != .revoked else {
                throw Problem(
                    .usage, "key.revoked", "the key \(id) is revoked",
                    cure: "make another one with 'verbio keys create'")
            }
            try change(&key.limits)
            try key.limits.check()
        }
        guard let key else { throw Self.unknown(id) }
        return key
    }

    /// Ends a key permanently. A key that was revoked before stays as it is.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `key.unknown`.
    package func revoke(_ id: String) async throws -> AccessKey {
        let now = time.wallClockMilliseconds()
        guard let key = try await store.change(id, { $0.revokedAt = $0.revokedAt ?? now }) else {
            throw Self.unknown(id)
        }
        return key
    }

    private static func unknown(_ id: String) -> Problem {
        Problem(
            .usage, "key.unknown", "there is no key '\(id.clipped(to: 40).printableOnOneLine)'",
            cure: "'verbio keys list' lists them")
    }

    /// Checks the text that a client sent. A key that another process revokes is refused within a second.
    package func check(_ text: String) async throws -> Check {
        guard let token = KeyToken(text) else { return .unknown }
        let now = time.wallClockMilliseconds()
        guard let key = try await store.key(token.id) else {
            _ = token.matches(decoy, pepper: pepper)
            return .unknown
        }
        let isCurrent = token.matches(key.hash, pepper: pepper)
        let isEarlier = (key.earlierUntil ?? 0) > now && key.earlier.map { token.matches($0, pepper: pepper) } ?? false
        guard isCurrent || isEarlier else { return .unknown }
        let check = Self.check(key, at: now)
        guard case .accepted = check else { return check }
        if now - (key.lastUsedAt ?? 0) >= Self.noteInterval {
            await note(key.id, usedAt: now)
        }
        return check
    }

    /// Stores the last use. A valid key is accepted even if that fails. Requests at the same moment store it once.
    private func note(_ id: String, usedAt now: Int64) async {
        guard noted.withLock({ $0.insert(id).inserted }) else { return }
        defer { noted.withLock { _ = $0.remove(id) } }
        _ = try? await store.change(id) { $0.lastUsedAt = max($0.lastUsedAt ?? 0, now) }
    }

    /// Checks whether a key that was accepted before still is.
    package func check(id: String) async throws -> Check {
        guard let key = try await store.key(id) else { return .unknown }
        return Self.check(key, at: time.wallClockMilliseconds())
    }

    private static func check(_ key: AccessKey, at now: Int64) -> Check {
        switch key.state(at: now) {
        case .revoked: .revoked
        case .expired: .expired
        case .active: .accepted(key)
        }
    }
}

/// What a new key is to be.
package struct KeyRequest: Sendable, Hashable {
    package var label: String
    package var scope = Scope.local
    package var permissions: Set<Permission> = [.read, .translate, .change]
    package var limits = AccessLimits()
    /// Nil for a key that never expires.
    package var lifetime: Duration?

    package init(label: String) { self.label = label }

    /// The most characters of a label.
    package static let longestLabel = 80

    /// - Throws: ``Problem`` of kind `usage`: `key.label`, `key.permissions`, `key.limit`, `key.lifetime`.
    func check() throws(Problem) {
        guard (1...Self.longestLabel).contains(label.count), label.utf8.count <= 4 * Self.longestLabel,
            !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Problem(
                .usage, "key.label", "the name of a key has 1 to \(Self.longestLabel) characters in one line",
                cure: "give another name")
        }
        guard !permissions.isEmpty else {
            throw Problem(
                .usage, "key.permissions", "the key has no permission",
                cure: "name some of \(Permission.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        try limits.check()
        guard lifetime.map({ (Duration.zero...Self.longestLifetime).contains($0) && $0 > .zero }) ?? true else {
            throw Problem(
                .usage, "key.lifetime", "a key is valid for 1 to 3650 days", cure: "give another number of days")
        }
    }

    private static let longestLifetime = Duration.seconds(3_650 * 86_400)
}

extension AccessLimits {
    /// - Throws: ``Problem`` of kind `usage`, code `key.limit`.
    fileprivate func check() throws(Problem) {
        let counts = [translations, sessions].compactMap(\.self)
        let amounts = [minutesPerDay, dollarsPerDay].compactMap(\.self)
        guard requestsPerMinute.map((1...Self.maximumRequests).contains) ?? true,
            counts.allSatisfy((1...1_000_000).contains), amounts.allSatisfy({ $0 > 0 && $0 <= 1e6 })
        else {
            throw Problem(
                .usage, "key.limit", "a limit is above 0 and at most 1000000, for requests \(Self.maximumRequests)",
                cure: "leave it out for no limit")
        }
    }
}
