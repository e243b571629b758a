internal import Providers

extension ErrorDialect {
    /// OpenAI and compatible servers: `{"error": {"message", "type", "code", "param"}}`.
    ///
    /// Codes may be numbers (llama.cpp) or missing (Groq), and the body may be `{"detail": …}` (speaches).
    static let openAI = ErrorDialect(
        codes: [
            "insufficient_quota": .quota, "credit_balance_exhausted": .quota,
            "rate_limit_exceeded": .throttled, "slow_down": .throttled,
            "server_is_overloaded": .transient, "service_unavailable_error": .transient,
            "invalid_api_key": .unauthorized, "authentication_error": .unauthorized,
            "model_not_found": .missing, "string_too_long": .tooLarge,
            "context_length_exceeded": .tooLarge, "exceed_context_size_error": .tooLarge,
            "request_too_large": .tooLarge, "not_supported_error": .unsupported,
            "unsupported_format": .unsupported,
            // A refusal because of the content: another wording or another provider may succeed.
            "content_filter": .unusable, "content_policy_violation": .unusable,
        ],
        phrases: [
            // llama.cpp sends it with the type that it uses for everything unavailable.
            ("loading model", .starting),
            ("string_too_long", .tooLarge), ("maximum content size limit", .tooLarge),
            ("maximum input limit", .tooLarge), ("supported values are", .unsupported),
        ])

    /// whisper.cpp's server answers in plain text, and with 500 for a field that it cannot read.
    static let whisperCpp = ErrorDialect(statuses: [500: .rejected])
}
