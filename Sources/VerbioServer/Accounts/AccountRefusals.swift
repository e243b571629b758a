internal import Access
internal import Accounts
internal import HTTPTypes
internal import Plumbing

extension Refusal {
    private static let realm = "Bearer realm=\"verbio\""

    /// An identity token does not sign in.
    static func identity(_ refusal: IdentityRefusal) -> Refusal {
        guard refusal.isTemporary else {
            return Refusal(.unauthorized, refusal.problem, headers: [.wwwAuthenticate: realm])
        }
        return Refusal(.serviceUnavailable, refusal.problem, headers: [.retryAfter: "10"])
    }

    /// A refresh token gives no new tokens.
    static func refresh(_ refusal: RefreshRefusal) -> Refusal {
        let (code, what) =
            switch refusal {
            case .unknown: ("unknown", "there is no such refresh token")
            case .expired: ("expired", "the session has expired")
            case .ended: ("ended", "the session was ended")
            case .reused: ("reused", "the refresh token was used before, so its session was ended")
            case .closed: ("closed", "the account is closed")
            }
        return Refusal(
            .unauthorized, Problem(.usage, "refresh.\(code)", what, cure: "sign in again"),
            headers: [.wwwAuthenticate: realm])
    }

    /// An access token opens nothing.
    static func token(_ refusal: AccessRefusal) -> Refusal {
        let (code, what, cure) =
            switch refusal {
            case .expired: ("expired", "the access token has expired", "get another one with POST /api/auth/refresh")
            case .ended: ("ended", "the session was ended, or the account is closed", "sign in again")
            case .malformed, .type, .algorithm, .unknownKey, .signature, .issuer, .audience, .notYetValid:
                ("invalid", "the access token is not one of this server", "sign in, or send a key")
            }
        return Refusal(
            .unauthorized, Problem(.usage, "token.\(code)", what, cure: cure),
            headers: [.wwwAuthenticate: "\(realm), error=\"invalid_token\""])
    }

    /// A key was sent, but the request needs an account.
    static let needsAccount = Refusal(
        .forbidden,
        Problem(
            .usage, "account.needed", "this address is for signed-in accounts", cure: "send an access token, not a key")
    )

    /// A sign-in with a token that does not belong to a guest or member of this server.
    static let guestUnknown = Refusal(
        .unauthorized,
        Problem(
            .usage, "token.invalid", "the guest's access token is not valid, so the account would be lost",
            cure: "refresh it first, or leave Authorization out to begin another account"),
        headers: [.wwwAuthenticate: "\(realm), error=\"invalid_token\""])

    /// A guest with another account by now, or with an erased one, signs in again.
    static let guestGone = Refusal(
        .unauthorized,
        Problem(
            .usage, "token.ended", "the guest has signed in to another account already, or was erased",
            cure: "leave Authorization out to sign in again"),
        headers: [.wwwAuthenticate: "\(realm), error=\"invalid_token\""])

    /// A notice of a store is not accepted.
    static func billing(_ refusal: BillingRefusal) -> Refusal {
        let what =
            switch refusal {
            case .signature: "the notice is not signed by the store, or is too old"
            case .malformed: "this is no notice of the store"
            case .foreign: "the notice is for another application"
            }
        return Refusal(
            .badRequest, Problem(.usage, "billing.\(refusal)", what, cure: "see the guide Accounts"))
    }

    static let unknownIssuer = Refusal(
        .notFound,
        Problem(
            .usage, "account.issuer", "this server does not know the issuer", cure: "see accounts.issuers-file"))

    static let unknownDevice = Refusal(
        .notFound,
        Problem(
            .usage, "account.session", "the account has no such session", cure: "GET /api/auth/sessions lists them"))

    /// - Parameters:
    ///   - wait: how long to wait.
    ///   - isOfAddress: whether the address of the client has made too many, and not all addresses together.
    static func tooManyGuests(wait: Duration, isOfAddress: Bool = false) -> Refusal {
        let seconds = min(3_600, max(1, Int(exactly: wait.seconds.rounded(.up)) ?? 3_600))
        let place = isOfAddress ? "from this address " : ""
        return Refusal(
            .tooManyRequests,
            Problem(
                .usage, "account.guests", "no more guest accounts can be created \(place)now",
                cure: "sign in, or try again later"),
            headers: [.retryAfter: String(seconds)])
    }

    static let noGuests = Refusal(
        .forbidden,
        Problem(.usage, "account.no-guests", "this server has no guests", cure: "sign in with one of its issuers"))
}
