import Accounts
import FoundationEssentials
import Language

/// What is shown of an account.
struct AccountEntry: Encodable {
    var id: String
    var createdAt: String
    var state: Account.State
    var tier: String
    var isGuest: Bool
    var issuers: [String]
    var email: String?
    var name: String?
    var languages: [String]
    /// Only for a single account.
    var sessions: [Session]?

    struct Session: Encodable {
        var id: String
        var device: String?
        var createdAt: String
        var lastUsedAt: String
        var expiresAt: String
    }

    init(_ account: Account, sessions: [SessionInfo]? = nil) {
        id = account.id.text
        createdAt = Self.time(account.created)
        state = account.state
        tier = account.tier
        isGuest = account.isGuest
        issuers = account.issuers
        email = account.email?.address
        name = account.profile.name
        languages = account.profile.languages.map(\.rawValue)
        self.sessions = sessions?.map { session in
            Session(
                id: session.id.text, device: session.label, createdAt: Self.time(session.created),
                lastUsedAt: Self.time(session.used), expiresAt: Self.time(session.expires))
        }
    }

    static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }
}
