internal import FoundationEssentials
internal import Language

/// An account as the operator sees it, on the command line and over HTTP.
package struct AccountEntry: Encodable, Sendable {
    package let id: String
    package let createdAt: String
    package let state: Account.State
    package let tier: String
    package let isGuest: Bool
    package let issuers: [String]
    package let email: String?
    package let name: String?
    package let languages: [String]
    /// Only of a single account.
    private let sessions: [Session]?

    private struct Session: Encodable, Sendable {
        var id: String
        var device: String?
        var createdAt: String
        var lastUsedAt: String
        var expiresAt: String
    }

    /// - Parameter sessions: the account's sessions; nil leaves them out of the JSON.
    package init(_ account: Account, sessions: [SessionInfo]? = nil) {
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

    /// A time in milliseconds since 1970, by RFC 3339.
    package static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }
}
