package import Conversations

/// What a key allows over HTTP.
package enum Permission: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Read conversations, documents and files.
    case read
    /// Begin work that takes time or money: translations, corrections, speech, questions about recordings.
    case translate
    /// Rename and delete what is stored.
    case change
    /// Read what concerns the whole server: measurements and the state of providers.
    case operate
    /// See, change and erase the accounts of the whole server.
    case admin

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// How much a key may be used. Nil is no limit.
package struct AccessLimits: Sendable, Hashable, Codable {
    /// Requests within any sixty seconds, 1 to 10,000.
    package var requestsPerMinute: Int?
    /// Translations, corrections, speeches and questions about recordings at the same moment.
    package var translations: Int?
    /// Live sessions at the same moment.
    package var sessions: Int?
    /// Minutes of audio in one day, which begins at midnight UTC.
    package var minutesPerDay: Double?
    /// Minutes of audio in one calendar month (UTC).
    package var minutesPerMonth: Double?
    /// Minutes of one recording. Live speech has no such limit.
    package var longestMinutes: Double?
    /// The names of the providers whose calls may be made.
    package var providers: Set<String>?
    /// The names of the voices that may be requested.
    package var voices: Set<String>?
    /// US dollars in one day by the declared prices.
    package var dollarsPerDay: Double?

    /// The largest limit of requests: the time of each is remembered for a minute.
    package static let maximumRequests = 10_000

    package init() {}
}

/// A key to the HTTP service. It belongs to one scope, and nothing of another scope exists for it.
///
/// The secret is not stored, only a hash of it. So a key can be checked, but not shown again.
package struct AccessKey: Sendable, Hashable, Codable {
    /// The stored form of a secret.
    package struct Hash: Sendable, Hashable, Codable {
        /// Sixteen random bytes.
        package var salt: [UInt8]
        /// HMAC-SHA256 of the salt and the secret, with the pepper as its key.
        package var code: [UInt8]

        package init(salt: [UInt8], code: [UInt8]) {
            self.salt = salt
            self.code = code
        }
    }

    /// Twelve lower-case letters and digits. It is not secret: it names the key in lists and logs.
    package var id: String
    /// What the key is for, such as `phone app`.
    package var label: String
    package var scope: Scope
    package var permissions: Set<Permission>
    package var limits: AccessLimits
    package var hash: Hash
    /// The secret before the last rotation, for as long as it still opens.
    package var earlier: Hash?
    /// Milliseconds since 1970, as are all times of a key.
    package var earlierUntil: Int64?
    /// When it was made.
    package var createdAt: Int64
    /// Nil if the key never expires.
    package var expiresAt: Int64?
    /// Nil if it was not revoked.
    package var revokedAt: Int64?
    /// The last use, to the minute; nil if there was none.
    package var lastUsedAt: Int64?

    /// An active key that was never used and never expires.
    package init(
        id: String, label: String, scope: Scope, permissions: Set<Permission>, limits: AccessLimits, hash: Hash,
        createdAt: Int64
    ) {
        self.id = id
        self.label = label
        self.scope = scope
        self.permissions = permissions
        self.limits = limits
        self.hash = hash
        self.createdAt = createdAt
    }

    /// Whether a key can be used.
    package enum State: String, Sendable, Hashable, Codable {
        case active, expired, revoked
    }

    /// - Parameter now: milliseconds since 1970.
    package func state(at now: Int64) -> State {
        if revokedAt != nil { return .revoked }
        return expiresAt.map { $0 <= now } ?? false ? .expired : .active
    }
}
