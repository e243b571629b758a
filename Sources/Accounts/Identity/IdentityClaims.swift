/// The claims of an identity token (OpenID Connect Core 1.0, section 2) that are used here.
struct IdentityClaims: Decodable, Sendable {
    /// The most audiences that a token may have.
    static let maximumAudiences = 16

    var issuer: String
    var subject: String
    var audiences: [String]
    /// Seconds since 1970, as all times here.
    var expires: Double
    var issued: Double
    var notBefore: Double?
    var nonce: String?
    var party: String?
    var email: String?
    var isEmailVerified: Bool
    var isPrivateEmail: Bool
    var name: String?
    /// The tenant of the person, at an issuer that has some.
    var tenant: String?

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audiences = "aud"
        case expires = "exp"
        case issued = "iat"
        case notBefore = "nbf"
        case nonce
        case party = "azp"
        case email
        case isEmailVerified = "email_verified"
        case isPrivateEmail = "is_private_email"
        case name
        case tenant = "tid"
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: CodingKeys.self)
        issuer = try claims.decode(String.self, forKey: .issuer)
        subject = try claims.decode(String.self, forKey: .subject)
        if let one = try? claims.decode(String.self, forKey: .audiences) {
            audiences = [one]
        } else {
            audiences = try claims.decode([String].self, forKey: .audiences)
        }
        expires = try claims.decode(Double.self, forKey: .expires)
        issued = try claims.decode(Double.self, forKey: .issued)
        notBefore = try claims.decodeIfPresent(Double.self, forKey: .notBefore)
        nonce = try claims.decodeIfPresent(String.self, forKey: .nonce)
        party = try claims.decodeIfPresent(String.self, forKey: .party)
        email = try claims.decodeIfPresent(String.self, forKey: .email)
        isEmailVerified = try Self.truth(claims, .isEmailVerified)
        isPrivateEmail = try Self.truth(claims, .isPrivateEmail)
        name = try claims.decodeIfPresent(String.self, forKey: .name)
        // Other issuers may give the name another meaning.
        tenant = try? claims.decodeIfPresent(String.self, forKey: .tenant)
    }

    /// Apple sends truth values as texts, too.
    private static func truth(_ claims: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys) throws -> Bool {
        guard let text = try? claims.decodeIfPresent(String.self, forKey: key) else {
            return try claims.decodeIfPresent(Bool.self, forKey: key) ?? false
        }
        return text == "true"
    }
}
