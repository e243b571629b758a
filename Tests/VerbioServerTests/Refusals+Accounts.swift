/// The addresses of accounts on a server that has none, and what every address refuses.
extension RefusedRequest {
    private static let callback = "GET or HEAD or POST"
    private static let managed = "GET or HEAD or PATCH or DELETE"
    private static let profile = "GET or HEAD or PATCH or DELETE"

    /// Method, route, address and the methods that the address answers.
    static let accountAddresses: [(String, String, String, String)] = [
        ("POST", "/api/auth/apple", "/api/auth/apple", "POST"),
        ("POST", "/api/auth/oidc/{issuer}", "/api/auth/oidc/google", "POST"),
        ("GET", "/api/auth/ways", "/api/auth/ways", "GET or HEAD"),
        ("GET", "/api/auth/{issuer}/start", "/api/auth/google/start", "GET or HEAD"),
        ("GET", "/api/auth/{issuer}/callback", "/api/auth/google/callback", callback),
        ("POST", "/api/auth/{issuer}/callback", "/api/auth/google/callback", callback),
        ("POST", "/api/auth/link/{issuer}", "/api/auth/link/google", "POST"),
        ("POST", "/api/auth/guest", "/api/auth/guest", "POST"),
        ("POST", "/api/auth/device", "/api/auth/device", "POST"),
        ("POST", "/api/auth/device/token", "/api/auth/device/token", "POST"),
        ("GET", "/api/auth/device/waiting", "/api/auth/device/waiting", "GET or HEAD"),
        ("POST", "/api/auth/device/decision", "/api/auth/device/decision", "POST"),
        ("POST", "/api/auth/refresh", "/api/auth/refresh", "POST"),
        ("POST", "/api/auth/logout", "/api/auth/logout", "POST"),
        ("POST", "/api/auth/logout-all", "/api/auth/logout-all", "POST"),
        ("GET", "/api/auth/sessions", "/api/auth/sessions", "GET or HEAD"),
        ("DELETE", "/api/auth/sessions/{id}", "/api/auth/sessions/x", "DELETE"),
        ("POST", "/api/billing/stripe", "/api/billing/stripe", "POST"),
        ("POST", "/api/billing/apple", "/api/billing/apple", "POST"),
        ("POST", "/api/user/purchase-token", "/api/user/purchase-token", "POST"),
        ("GET", "/api/accounts", "/api/accounts", "GET or HEAD"),
        ("GET", "/api/accounts/{id}", "/api/accounts/x", managed),
        ("PATCH", "/api/accounts/{id}", "/api/accounts/x", managed),
        ("DELETE", "/api/accounts/{id}", "/api/accounts/x", managed),
        ("GET", "/api/user/export", "/api/user/export", "GET or HEAD"),
        ("GET", "/api/user/limits", "/api/user/limits", "GET or HEAD"),
        ("GET", "/api/user/profile", "/api/user/profile", profile),
        ("PATCH", "/api/user/profile", "/api/user/profile", profile),
        ("DELETE", "/api/user/profile", "/api/user/profile", profile),
    ]

    static let accounts: [RefusedRequest] = accountAddresses.map { method, path, target, _ in
        RefusedRequest(
            route: "\(method) \(path)", status: 404, code: "request.no-such-route",
            place: "", target: target, method: method,
            body: method == "POST" ? [] : nil)
    }
}
