/// Rows of the manifest that answer what no adapter asks for.
enum NotApplicable {
    static let reasons: [String: String] = {
        var reasons: [String: String] = [:]
        func add(_ reason: String, _ files: String...) {
            for file in files { reasons[file + ".http"] = reason }
        }
        add(
            "subtitles and plain text are never asked for: they carry neither words nor usage",
            "openai-transcriptions/success_text", "openai-transcriptions/success_srt",
            "openai-transcriptions/success_vtt", "whispercpp/success_text", "whispercpp/success_srt",
            "whispercpp/success_vtt")
        add(
            "speakers are not asked for: an utterance has one",
            "openai-transcriptions/success_diarized_json", "openai-transcriptions/stream_diarized",
            "deepgram/listen_success_utterances_diarize")
        add(
            "that endpoint translates into English only and ends on 2027-02-26",
            "openai-translations/success_json", "openai-translations/success_verbose_json",
            "openai-translations/error_400_invalid_format")
        add(
            "audio within events is not asked for: bare bytes are a third smaller",
            "openai-speech/stream_sse_success", "openai-speech/stream_sse_truncated",
            "openai-speech/stream_sse_error_event", "speaches/speech_sse")
        add(
            "times of spoken characters are asked for with a stream alone",
            "elevenlabs/with_timestamps_success", "elevenlabs/with_timestamps_null_alignment",
            "elevenlabs/malformed_json_timestamps")
        add(
            "lists, health and accounts are not asked for",
            "openai-models/success", "elevenlabs/voices_success", "elevenlabs/models_success",
            "deepl/languages_target", "deepl/languages_source", "deepl/usage_free", "deepl/usage_exhausted",
            "libretranslate/languages_success", "libretranslate/health", "apy/list_pairs")
        add(
            "the language is known and not to be detected",
            "libretranslate/detect_success", "google/detect_v2_success")
        return reasons
    }()

    /// Rows that belong to some of a provider's adapters only.
    static let adapters: [String: Set<String>] = [
        // The versions of an interface answer in different forms.
        "azure/translator_2026_success.http": ["azure-mt"],
        "azure/translator_v3_success.http": ["azure-mt-dated"],
        "azure/translator_v3_success_two_targets.http": ["azure-mt-dated"],
        // A stream of documents is asked for by one, bare samples by the other.
        "elevenlabs/stream_with_timestamps_success.http": ["elevenlabs-tts"],
        "elevenlabs/stream_with_timestamps_malformed.http": ["elevenlabs-tts"],
        "elevenlabs/stream_with_timestamps_truncated.http": ["elevenlabs-tts"],
        // Bare samples are asked for by one, a recording by the other.
        "openai-speech/success_pcm.http": ["openai-tts-wav"],
        "openai-speech/truncated_chunked_pcm.http": ["openai-tts-wav"],
    ]
}
