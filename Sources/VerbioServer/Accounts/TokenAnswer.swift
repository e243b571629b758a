internal import Accounts

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
    var account: AccountDocument?
    /// Whether the account was made now, or was a guest's; only after signing in.
    var isNew: Bool?

    init(_ grant: Sessions.Grant, accessToken: String, account: AccountDocument? = nil, isNew: Bool? = nil) {
        self.accessToken = accessToken
        refreshToken = grant.refreshToken
        session = grant.session.text
        self.account = account
        self.isNew = isNew
    }
}
