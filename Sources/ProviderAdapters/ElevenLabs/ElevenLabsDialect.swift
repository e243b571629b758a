internal import Providers

extension ErrorDialect {
    /// `{"detail": …}` in three shapes: a status and message, the same with type and code, or a list. Used-up credit gives a
    /// 401.
    static let elevenLabs = ErrorDialect(
        codes: [
            "quota_exceeded": .quota, "invalid_api_key": .unauthorized, "missing_permissions": .unauthorized,
            "detected_unusual_activity": .unauthorized, "max_character_limit_exceeded": .tooLarge,
            "voice_not_found": .unsupported, "model_not_found": .missing,
            "too_many_concurrent_requests": .throttled, "concurrent_limit_exceeded": .throttled,
            "system_busy": .transient, "rate_limit_exceeded": .throttled,
        ])
}
