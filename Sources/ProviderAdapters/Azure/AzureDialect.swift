internal import Providers

extension ErrorDialect {
    /// `{"error": {"code", "message"}}`, with codes of a thousand times the status plus a number.
    ///
    /// Speech answers with the status alone.
    static let azure = ErrorDialect(
        codes: [
            "400050": .tooLarge, "400077": .tooLarge, "400036": .unsupported,
            "401000": .unauthorized, "401015": .unauthorized, "403000": .unauthorized, "403001": .quota,
            "408001": .transient, "408002": .transient,
        ])
}
