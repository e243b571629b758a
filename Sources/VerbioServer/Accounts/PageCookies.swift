internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// The two cookies of the console.
///
/// The refresh token is in a cookie that no script can read and that no other site can have sent. It counts only together with a
/// header field. A page of another origin cannot send that field: a browser asks first, and the server does not permit it. The access token
/// is in the memory of the page, so no cookie opens anything but `/api/auth/`.
struct PageCookies: Sendable {
    /// The field that a request of the page has.
    static let mark = "X-Verbio-Page"

    /// Whether browsers send the cookies over TLS only. It is false for an address of this machine, which has no TLS.
    private let isSecure: Bool
    private let sessionLife: Int64

    init(_ configuration: AccountServices.Configuration) {
        isSecure = configuration.url.hasPrefix("https:")
        sessionLife = configuration.sessionLimits.longest / 1_000
    }

    /// Whether a request wants its refresh token as a cookie.
    static func isAsked(_ request: Request) -> Bool {
        HTTPField.Name(mark).map { request.headers[values: $0] == ["1"] } ?? false
    }

    // MARK: The refresh token

    /// The refresh token of a request; nil if it has none, or if it does not come from the page.
    func refreshToken(of request: Request) -> String? {
        Self.isAsked(request) ? value(sessionName, of: request) : nil
    }

    /// The refresh token of a link that was followed on the page. It may decide only for which account something begins,
    /// because a link cannot have the field.
    func refreshToken(ofLink request: Request) -> String? { value(sessionName, of: request) }

    func session(_ token: String) -> String { field(sessionName, token, "Strict", sessionLife) }

    var withoutSession: String { field(sessionName, "", "Strict", 0) }

    // MARK: A sign-in that is under way

    func signIn(of request: Request) -> String? { value(signInName, of: request) }

    /// - Parameter isPosted: whether the issuer's answer is a form, which comes from another site.
    func signIn(_ sealed: String, isPosted: Bool) -> String {
        field(signInName, sealed, isPosted ? "None" : "Lax", WebSignIn.life)
    }

    func withoutSignIn(isPosted: Bool) -> String { field(signInName, "", isPosted ? "None" : "Lax", 0) }

    // MARK: Their form

    private var sessionName: String { prefix + "verbio-session" }
    private var signInName: String { prefix + "verbio-sign-in" }
    /// A browser takes such a cookie only from this very host and over TLS.
    private var prefix: String { isSecure ? "__Host-" : "" }

    private func field(_ name: String, _ value: String, _ site: String, _ life: Int64) -> String {
        // Without TLS, browsers take `None` together with `Secure` alone, and only from addresses of this machine.
        let secure = isSecure || site == "None" ? "; Secure" : ""
        return "\(name)=\(value); Path=/; Max-Age=\(life)\(secure); HttpOnly; SameSite=\(site)"
    }

    /// Nil, too, if there are two cookies of the name: one of them is not from here.
    private func value(_ name: String, of request: Request) -> String? {
        let found = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
        }
        return found.count == 1 && !found[0].isEmpty ? found[0] : nil
    }
}

extension Response {
    /// The same; if the page has asked, it loses its cookie, too.
    func signedOut(_ request: Request, _ accounts: AccountServices) -> Response {
        guard PageCookies.isAsked(request) else { return self }
        var copy = self
        copy.headers[.setCookie] = PageCookies(accounts.configuration).withoutSession
        return copy
    }
}
