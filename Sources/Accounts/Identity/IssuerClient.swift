/// How this server acts as a client of an issuer: it signs people in on its page, and revokes what an issuer has granted.
package struct IssuerClient: Sendable, Hashable {
    /// How the server shows that it is the client.
    package enum Authentication: Sendable, Hashable {
        /// Not at all: the proof of the code (PKCE) suffices for the issuer.
        case none
        case secret(String)
        /// The client secret is a token, signed with a key of the operator.
        case apple(AppleKey)
    }

    /// The addresses of the issuer.
    package struct Endpoints: Sendable, Hashable {
        package var authorization: String
        package var token: String
        /// Nil if the issuer takes back nothing.
        package var revocation: String?

        package init(authorization: String, token: String, revocation: String? = nil) {
            self.authorization = authorization
            self.token = token
            self.revocation = revocation
        }
    }

    /// What the page needs.
    package struct Page: Sendable, Hashable {
        /// The client identifier of the page; one of the audiences.
        package var client: String
        /// The name of the issuer on the button.
        package var title: String
        /// Whether the issuer answers with a form, as Apple, and not with an address.
        package var postsForm: Bool
        package var scopes: [String]

        package init(
            client: String, title: String, postsForm: Bool = false, scopes: [String] = ["openid", "email", "profile"]
        ) {
            self.client = client
            self.title = title
            self.postsForm = postsForm
            self.scopes = scopes
        }
    }

    package var authentication: Authentication
    /// Nil if the discovery document names them.
    package var endpoints: Endpoints?
    /// Nil if the page does not sign in with this issuer.
    package var page: Page?

    package init(authentication: Authentication = .none, endpoints: Endpoints? = nil, page: Page? = nil) {
        self.authentication = authentication
        self.endpoints = endpoints
        self.page = page
    }

    /// What Apple documents for its service.
    package static let appleEndpoints = Endpoints(
        authorization: "https://appleid.apple.com/auth/authorize", token: "https://appleid.apple.com/auth/token",
        revocation: "https://appleid.apple.com/auth/revoke")
}
