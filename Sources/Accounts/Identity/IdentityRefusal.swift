package import Plumbing

/// Why an identity token does not sign a person in.
package enum IdentityRefusal: Error, Sendable, Hashable {
    case tooLarge
    case malformed
    case repeatedName
    case forbiddenField
    case type
    case algorithm
    case noKeyName
    case unknownKey
    case signature
    case issuer
    case audience
    case party
    case expired
    case notYetValid
    case lifetime
    case subject
    case nonce
    /// The token, or its nonce, has signed in before.
    case replayed
    /// The answer of the issuer does not belong to a sign-in that this browser has begun.
    case state
    /// The person, or the issuer, has ended the sign-in.
    case cancelled
    /// The issuer does not give tokens for the code.
    case code
    /// More sign-ins than the server can remember.
    case busy
    /// The keys of the issuer cannot be fetched. The reason is for the operator, and not for the client.
    case keysUnavailable(String)
    /// The issuer does not answer, for the reason given. It is for the operator, not for the client.
    case issuerUnavailable(String)

    init(_ fault: CompactToken.Fault) {
        switch fault {
        case .tooLarge: self = .tooLarge
        case .malformed: self = .malformed
        case .repeatedName: self = .repeatedName
        case .forbiddenField: self = .forbiddenField
        }
    }

    /// Whether the same request may succeed later.
    package var isTemporary: Bool {
        switch self {
        case .busy, .keysUnavailable, .issuerUnavailable: true
        default: false
        }
    }

    /// The sentence for the client. It reveals nothing about other accounts or the server's keys.
    package var problem: Problem {
        switch self {
        case .busy:
            Problem(
                .store, "identity.busy", "too many sign-ins are in progress", cure: "try again in a few minutes")
        case .keysUnavailable:
            Problem(
                .provider, "identity.keys", "the keys of the issuer cannot be fetched",
                cure: "try again in a moment; the server's log has the reason")
        case .issuerUnavailable:
            Problem(
                .provider, "identity.issuer", "the issuer does not answer",
                cure: "try again in a moment; the server's log has the reason")
        default:
            Problem(
                .usage, "identity.refused", "the identity token is refused: \(what)",
                cure: "sign in at the issuer again and send the new token")
        }
    }

    private var what: String {
        switch self {
        case .tooLarge: "it has more than \(CompactToken.maximumBytes) characters or too large a header"
        case .malformed: "it is not a signed token with the claims of OpenID Connect"
        case .repeatedName: "a field in it appears twice"
        case .forbiddenField: "its header brings a key of its own or an extension"
        case .type: "it is another kind of token"
        case .algorithm: "its issuer does not sign with this algorithm"
        case .noKeyName: "it does not name its key"
        case .unknownKey: "its issuer has no key of this name"
        case .signature: "its signature is wrong"
        case .issuer: "it is from another issuer"
        case .audience: "it is for another application"
        case .party: "it was issued to another application"
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .lifetime: "it is valid for more than a day"
        case .subject: "it names no account"
        case .nonce: "it does not belong to this sign-in"
        case .replayed: "it was used before"
        case .state: "this browser has not begun the sign-in, or too long ago"
        case .cancelled: "the sign-in was ended at the issuer"
        case .code: "the issuer does not accept the authorization code"
        case .busy, .keysUnavailable, .issuerUnavailable: "try again"
        }
    }
}
