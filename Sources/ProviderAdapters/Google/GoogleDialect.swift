internal import Providers

extension ErrorDialect {
    /// `{"error": {"code", "message", "status", "errors": [{"reason"}], "details": [{"reason"}]}}`.
    ///
    /// A bad key gives a 400, and too many requests give a 403.
    static let google = ErrorDialect(
        codes: [
            "api_key_invalid": .unauthorized, "permission_denied": .unauthorized, "unauthenticated": .unauthorized,
            "dailylimitexceeded": .quota, "userratelimitexceeded": .throttled, "ratelimitexceeded": .throttled,
            "resource_exhausted": .throttled, "unavailable": .transient,
        ])
}
