internal import Providers

extension ErrorDialect {
    /// `{"err_code", "err_msg"}`, `{"category", "message"}`, `{"error_code", "err_msg"}`, or plain text.
    static let deepgram = ErrorDialect(
        codes: [
            "invalid_auth": .unauthorized, "insufficient_permissions": .unauthorized,
            "asr_payment_required": .quota, "too_many_requests": .throttled, "payload_too_large": .tooLarge,
        ], phrases: [("no such model", .unsupported)])
}
