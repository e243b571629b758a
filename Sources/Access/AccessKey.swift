public import Conversations

/// What a key allows over HTTP.
public enum Permission: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
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

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// How much a key may be used. Nil is no limit.
public struct AccessLimits: Sendable, Hashable, Codable {
    /// Requests within any sixty seconds, 1 to 10,000.
    public var requestsPerMinute: Int?
    /// Translations, corrections, speeches and questions about recordings at the same moment.
    public var translations: Int?
    /// Live sessions at the same moment.
    public var sessions: Int?
    /// Minutes of audio in one day, which begins at midnight UTC.
    public var minutesPerDay: Double?
    /// Minutes of audio in one calendar month (UTC).
    public var minutesPerMonth: Double?
    /// Minutes of one recording. Live speech has no such limit.
    public var longestMinutes: Double?
    /// The names of the providers whose calls may be made.
    public var providers: Set<String>?
    /// The names of the voices that may be requested.
    public var voices: Set<String>?
    /// US dollars in one day by the declared prices.
    public var dollarsPerDay: Double?

    /// The largest limit of requests: the time of each is remembered for a minute.
    public static let mostRequests = 10_000

    public init() {}
}

/// A key to the HTTP service. It belongs to one scope, and nothing of another scope exists for it.
///
/// The secret is not stored, only a hash of it. So a key can be checked, but not shown again.
public struct AccessKey: Sendable, Hashable, Codable {
    /// The stored form of a secret.
    public struct Hash: Sendable, Hashable, Codable {
        /// Sixteen random bytes.
        public var salt: [UInt8]
        /// HMAC-SHA256 of the salt and the secret, with the pepper as its key.
        public var code: [UInt8]
    }

    /// Twelve lower-case letters and digits. It is not secret: it names the key in lists and logs.
    public var id: String
    /// What the key is for, such as `phone app`.
    public var label: String
    public var scope: Scope
    public var permissions: Set<Permission>
    public var limits: AccessLimits
    public var hash: Hash
    /// The secret before the last rotation, for as long as it still opens.
    public var earlier: Hash?
    /// Milliseconds since 1970, as are all times of a key.
    public var earlierUntil: Int64?
    public var createdAt: Int64
    /// Nil if the key never expires.
    public var expiresAt: Int64?
    public var revokedAt: Int64?
    /// The last use, to the minute; nil if there was none.
    public var lastUsedAt: Int64?

    /// Whether a key can be used.
    public enum State: String, Sendable, Hashable, Codable {
        case active, expired, revoked
    }

    public func state(at now: Int64) -> State {
        if revokedAt != nil { return .revoked }
        return expiresAt.map { $0 <= now } ?? false ? .expired : .active
    }
}
