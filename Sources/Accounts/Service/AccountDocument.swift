import FoundationEssentials
import Language

/// An account as JSON, for its owner or for the operator, on the command line and over HTTP.
package struct AccountDocument: Encodable, Sendable {
    /// The reader of the document.
    package enum Reader: Sendable {
        /// Reads what the owner has chosen, and where the export is.
        case owner
        /// Reads the state. It reads nothing that only the owner needs.
        case `operator`
    }

    package let id: String
    package let createdAt: String
    package let state: Account.State?
    package let tier: String
    package let isGuest: Bool
    /// The issuers at which the owner can sign in.
    package let issuers: [String]
    package let email: String?
    private var isEmailVerified: Bool?
    /// Whether the address forwards to a hidden one.
    private var isEmailPrivate: Bool?
    package let name: String?
    package let languages: [String]
    private var voice: String?
    private var formality: String?
    private var theme: String?
    /// The address of the export of the account, which may be used before the account is erased.
    private var export: String?
    /// Only of a single account.
    private let sessions: [SessionDocument]?

    /// - Parameter sessions: the account's sessions; nil leaves them out.
    package init(_ account: Account, for reader: Reader, sessions: [SessionInfo]? = nil) {
        id = account.id.text
        createdAt = Self.time(account.created)
        state = reader == .operator ? account.state : nil
        tier = account.tier
        isGuest = account.isGuest
        issuers = account.issuers
        email = account.email?.address
        name = account.profile.name
        languages = account.profile.languages.map(\.rawValue)
        self.sessions = sessions?.map { SessionDocument($0) }
        guard reader == .owner else { return }
        isEmailVerified = account.email?.isVerified
        isEmailPrivate = account.email?.isPrivate
        voice = account.profile.voice
        formality = account.profile.formality?.rawValue
        theme = account.profile.theme.rawValue
        export = "/api/user/export"
    }

    /// A time in milliseconds since 1970, by RFC 3339.
    package static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }
}

/// A session of an account as JSON.
package struct SessionDocument: Encodable, Sendable {
    package let id: String
    /// The device's name, if the client gave one.
    private let device: String?
    private let createdAt: String
    private let lastUsedAt: String
    private let expiresAt: String
    /// Whether the request came in it; nil if there is no request.
    private let isCurrent: Bool?

    /// - Parameter current: the session of the request; nil leaves out whether it is this one.
    package init(_ session: SessionInfo, current: SessionID? = nil) {
        id = session.id.text
        device = session.label
        createdAt = AccountDocument.time(session.created)
        lastUsedAt = AccountDocument.time(session.used)
        expiresAt = AccountDocument.time(session.expires)
        isCurrent = current.map { $0 == session.id }
    }
}
