/// What a valid access token says.
package struct AccessToken: Sendable, Hashable {
    package var account: AccountID
    package var session: SessionID
    /// The name of the token itself, for logs.
    package var id: String
    /// Seconds since 1970.
    package var expires: Int64
}

/// Why an access token opens nothing.
package enum AccessRefusal: Error, Sendable, Hashable, CaseIterable {
    case malformed
    /// It is another kind of token, such as an identity token or a refresh token.
    case type
    case algorithm
    case unknownKey
    case signature
    case issuer
    case audience
    case expired
    case notYetValid
    /// The session was ended, or the account is closed or erased.
    case ended
}
