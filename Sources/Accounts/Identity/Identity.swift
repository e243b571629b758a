/// A person as an issuer knows them.
///
/// Only ``issuer`` and ``subject`` together identify an account. An address may get another owner, so it does not
/// identify one.
package struct Identity: Sendable, Hashable {
    package var issuer: String
    package var subject: String
    /// An address, if the issuer gave one.
    package var email: String?
    /// Whether the issuer vouches for the address.
    package var isEmailVerified: Bool
    /// Whether the address forwards to a hidden one, as those that Apple makes.
    package var isPrivateEmail: Bool
    /// The person's name, if the issuer gave one.
    package var name: String?
    /// The application for which the token was issued.
    package var audience: String?
    /// The issuer's grant, which is revoked when the account is erased.
    package var grant: Grant?

    /// A refresh token of the issuer.
    package struct Grant: Sendable, Hashable, Codable {
        /// The client identifier for which it was issued.
        package var client: String
        package var token: String

        package init(client: String, token: String) {
            self.client = client
            self.token = token
        }
    }

    package init(
        issuer: String, subject: String, email: String? = nil, isEmailVerified: Bool = false,
        isPrivateEmail: Bool = false, name: String? = nil, audience: String? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.isPrivateEmail = isPrivateEmail
        self.name = name
        self.audience = audience
    }
}
