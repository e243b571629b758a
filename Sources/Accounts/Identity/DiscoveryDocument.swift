/// What an issuer publishes of itself (OpenID Connect Discovery 1.0).
struct DiscoveryDocument: Decodable, Sendable {
    var issuer: String
    var keySet: String
    var authorization: String?
    var token: String?
    var revocation: String?
    /// How clients may authenticate; nil leaves it open.
    var authentications: [String]?

    private enum CodingKeys: String, CodingKey {
        case issuer
        case keySet = "jwks_uri"
        case authorization = "authorization_endpoint"
        case token = "token_endpoint"
        case revocation = "revocation_endpoint"
        case authentications = "token_endpoint_auth_methods_supported"
    }

    /// Fetches the document of an issuer.
    ///
    /// - Throws: ``DocumentFailure``, or `CancellationError`.
    static func fetched(of issuer: IdentityIssuer, from source: any DocumentSource) async throws -> DiscoveryDocument {
        let url = issuer.discoveryURL
        let bytes = try await source.document(at: url)
        guard let document = try? StrictJSON.decode(Self.self, from: bytes) else {
            throw DocumentFailure("\(url) is not a discovery document")
        }
        // Section 4.3: another issuer's document would bring another issuer's keys.
        guard document.issuer == issuer.issuer else {
            throw DocumentFailure("\(url) is the document of another issuer")
        }
        return document
    }
}
