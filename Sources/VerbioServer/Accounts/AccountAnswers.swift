internal import Accounts
internal import Language

/// What a client gets when it signs in or refreshes, with the names of RFC 6749.
struct TokenAnswer: Encodable {
    var accessToken: String
    var tokenType = "Bearer"
    /// Seconds until the access token ends.
    var expiresIn = AccessTokens.life
    /// Nil for the page, which has it in a cookie.
    var refreshToken: String?
    /// The name of the session.
    var session: String
    /// Only after signing in.
    var account: AccountAnswer?
    /// Whether the account was made now, or was a guest's; only after signing in.
    var isNew: Bool?

    init(_ grant: Sessions.Grant, accessToken: String, account: AccountAnswer? = nil, isNew: Bool? = nil) {
        self.accessToken = accessToken
        refreshToken = grant.refreshToken
        session = grant.session.text
        self.account = account
        self.isNew = isNew
    }
}

/// An account as its owner sees it.
struct AccountAnswer: Encodable {
    var id: String
    var createdAt: String
    var tier: String
    var isGuest: Bool
    /// The issuers at which the owner can sign in.
    var issuers: [String]
    var email: String?
    var isEmailVerified: Bool?
    /// Whether the address forwards to a hidden one.
    var isEmailPrivate: Bool?
    var name: String?
    var languages: [String]
    var voice: String?
    var formality: String?
    var theme: String
    /// The address of the export of the account, which may be used before the account is erased.
    var export = "/api/user/export"

    init(_ account: Account) {
        id = account.id.text
        createdAt = AccountEntry.time(account.created)
        tier = account.tier
        isGuest = account.isGuest
        issuers = account.issuers
        email = account.email?.address
        isEmailVerified = account.email?.isVerified
        isEmailPrivate = account.email?.isPrivate
        name = account.profile.name
        languages = account.profile.languages.map(\.rawValue)
        voice = account.profile.voice
        formality = account.profile.formality?.rawValue
        theme = account.profile.theme.rawValue
    }
}

/// A session as its owner sees it.
struct SessionAnswer: Encodable {
    var id: String
    /// The device's name, if the client gave one.
    var device: String?
    var createdAt: String
    var lastUsedAt: String
    var expiresAt: String
    /// Whether the request came in it.
    var isCurrent: Bool

    init(_ session: SessionInfo, current: SessionID) {
        id = session.id.text
        device = session.label
        createdAt = AccountEntry.time(session.created)
        lastUsedAt = AccountEntry.time(session.used)
        expiresAt = AccountEntry.time(session.expires)
        isCurrent = session.id == current
    }
}
