import Providers
import StandIns
import VerbioTesting

/// The class of every error of the manifest, from the providers' own documents and not from the adapters. It follows from
/// the status, or from the row if a vendor means something else by the status.
enum FailureClasses {
    static func expected(_ row: ProviderFixture) -> ProviderError.Failure? {
        named[row.file] ?? (row.status == 200 ? .transient : byStatus[row.status])
    }

    private static let byStatus: [Int: ProviderError.Failure] = [
        400: .rejected, 405: .rejected, 415: .rejected, 422: .rejected, 401: .unauthorized, 403: .unauthorized,
        402: .quota, 456: .quota, 404: .missing, 413: .tooLarge, 429: .throttled, 500: .transient,
        501: .unsupported, 502: .transient, 503: .transient, 504: .transient, 529: .transient,
    ]

    private static let named: [String: ProviderError.Failure] = {
        var table: [String: ProviderError.Failure] = [:]
        func add(_ failure: ProviderError.Failure, _ files: String...) {
            for file in files { table[file + ".http"] = failure }
        }
        for folder in ["openai-transcriptions", "openai-chat", "openai-speech"] {
            add(.quota, "\(folder)/error_429_insufficient_quota", "\(folder)/error_429_credit_balance")
        }
        add(
            .quota, "assemblyai/error_400_balance", "elevenlabs/error_401_quota", "anthropic/error_429_spend_limit",
            "azure/translator_v3_error_403_quota", "libretranslate/error_403_banned")
        add(.throttled, "google/translate_v2_error_403_rate", "deepl/error_529")
        add(.transient, "elevenlabs/error_429_system_busy")
        // "Retry patiently, with its own budget."
        add(.starting, "llamacpp/error_503_loading")
        add(
            .unauthorized, "google/translate_v2_error_400_key", "gemini/error_400_key",
            "libretranslate/error_400_key_required")
        // Too long.
        add(
            .tooLarge, "openai-chat/error_400_context_length", "openai-speech/error_400_too_long",
            "openai-speech/error_400_token_limit", "llamacpp/error_400_context", "elevenlabs/error_400_max_characters",
            "libretranslate/error_400_text_limit")
        // A language, voice, model or format that is not there.
        add(
            .unsupported, "cartesia/error_404_voice", "openai-speech/error_400_voice",
            "elevenlabs/error_400_voice_not_found",
            "elevenlabs/error_404_voice_not_found",
            "deepgram/listen_error_400_model", "azure/translator_v3_error_400_target",
            "libretranslate/error_400_language", "libretranslate/error_400_pair",
            "apy/error_400_pair_not_installed", "apy/error_400_pair_invalid",
            "openai-transcriptions/error_400_unsupported_format")
        // A number that is none: only what was sent can be at fault.
        add(.rejected, "whispercpp/error_500")
        return table
    }()
}
