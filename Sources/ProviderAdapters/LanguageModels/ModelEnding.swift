/// The reasons that models give for the end of an answer, for all wires.
///
/// Servers have many words for a normal end (`stop`, `eos_token`, `end_turn`, `stop_sequence`, `STOP`, nothing at all), and new
/// ones appear. So an answer is refused only if its reason says that something is missing or was withheld.
enum ModelEnding {
    /// Parts of the reasons for a cut or a refusal, in lower case, letters only.
    ///
    /// OpenAI `length`, `content_filter`, `max_output_tokens`; Anthropic `max_tokens`, `model_context_window_exceeded`,
    /// `pause_turn`, `refusal`; Gemini `MAX_TOKENS`, `SAFETY`, `RECITATION`, `BLOCKLIST`, `PROHIBITED_CONTENT`, `SPII`,
    /// `LANGUAGE`; Mistral `model_length`, `error`; DeepSeek `insufficient_system_resource`; Zhipu `sensitive`, `network_error`;
    /// Bedrock `guardrail_intervened`; Cohere `ERROR_TOXIC`, `ERROR_LIMIT`; vLLM `abort`, `repetition`; xAI and OpenRouter
    /// `error`; status words of OpenAI's responses `incomplete`, `failed`, `cancelled`, `in_progress`, `queued`.
    private static let cuts = [
        "length", "maxtokens", "maxoutput", "maxnewtokens", "maxcompletion", "tokenlimit", "limitreached",
        "contextwindow",
        "contextlimit", "contentfilter", "filtered", "safety", "refus", "recitation", "blocklist", "blocked",
        "prohibited",
        "spii", "guardrail", "moderation", "sensitive", "toxic", "policy", "error", "fail", "abort", "cancel",
        "interrupt",
        "timeout", "timelimit", "insufficient", "exhausted", "incomplete", "inprogress", "queued", "truncat",
        "pauseturn",
        "overload", "repetition", "malformed",
    ]
    /// Reasons that count only as a whole word.
    private static let wholeCuts: Set = ["language", "limit"]

    /// Whether an answer with this reason was cut or refused.
    static func isCut(_ reason: String) -> Bool {
        let letters = reason.lowercased().filter(\.isLetter)
        return wholeCuts.contains(letters) || cuts.contains { letters.contains($0) }
    }

    /// The reason as the server gave it; nil for values that mean "none" while an answer is still coming.
    static func recognizedReason(_ reason: String?) -> String? {
        guard let reason, !reason.isEmpty, reason.lowercased() != "null" else { return nil }
        return reason
    }

    /// The reason of an answer that ended in the wire's normal way but without a reason.
    static let unnamed = ""
}
