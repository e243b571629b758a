import Providers

/// What the good answers of the manifest say.
struct Expectation: Sendable {
    var text: String?
    /// How many words have times.
    var words: Int?
    var usage: Usage?
    /// The beginning of the audio in the answer's body.
    var audioAt: Int?
    var notes: [String] = []
    /// The class of an answer that is complete and not usable.
    var failure: ProviderError.Failure?

    /// 66 tokens of a chat, none from the cache.
    private static let chat = Usage(inputTokens: 57, cachedInputTokens: 0, outputTokens: 9)
    private static let claude = Usage(inputTokens: 42, cachedInputTokens: 0, outputTokens: 12)
    /// What was sent: three seconds.
    private static func heard(_ input: Int? = nil, _ output: Int? = nil, seconds: Double = 3) -> Usage {
        Usage(audioSeconds: seconds, inputTokens: input, outputTokens: output)
    }
    /// `Good morning.` is what is translated and spoken.
    private static let sent = Usage(characters: 13)
    private static let morning = "Buenos días, ¿cómo está usted?"
    private static let noon = "Good morning. See you at noon."
    private static let sun = "The sun rises in the east. ¿Y por la tarde?"

    static let good: [String: Expectation] = {
        var table: [String: Expectation] = [:]
        for (file, expectation) in recognitions + translations + syntheses { table[file + ".http"] = expectation }
        return table
    }()

    private static let recognitions: [(String, Expectation)] = [
        ("openai-transcriptions/success_json", .init(text: sun, words: 0, usage: heard(14, 31))),
        ("openai-transcriptions/success_json_gpt_transcribe", .init(text: sun, words: 0, usage: heard(14, 31))),
        ("openai-transcriptions/success_json_gpt_transcribe_undetected", .init(text: "", usage: heard(14, 31))),
        (
            "openai-transcriptions/success_json_duration_usage",
            .init(text: "The sun rises in the east and sets in the west.", words: 0, usage: heard(seconds: 4))
        ),
        ("openai-transcriptions/success_json_logprobs", .init(text: "Hola.", words: 0, usage: heard(14, 31))),
        ("openai-transcriptions/success_json_empty", .init(text: "", words: 0, usage: heard(seconds: 1))),
        ("openai-transcriptions/success_verbose_json", .init(text: noon, words: 6, usage: heard(seconds: 5))),
        ("openai-transcriptions/stream_success", .init(text: "Good morning. ¿Qué tal?", usage: heard(14, 8))),
        (
            "openai-transcriptions/stream_success_done_marker_odd_chunks",
            .init(text: "Good morning. ¿Qué tal?", usage: heard(14, 8))
        ),
        ("openai-transcriptions/stream_gpt_transcribe", .init(text: "Hola", words: 0, usage: heard(14, 31))),
        ("groq/transcription_success", .init(text: "Good morning.", words: 0, usage: heard())),
        ("ollama/transcription_success", .init(text: "Good morning.", words: 0, usage: heard())),
        ("speaches/transcription_stream", .init(text: "Good morning.", words: 0, usage: heard())),
        (
            "whispercpp/success_json",
            .init(text: "And so my fellow Americans. Ask not what your country can do for you.", usage: heard())
        ),
        ("whispercpp/success_json_silence", .init(text: "", words: 0, usage: heard())),
        ("whispercpp/success_verbose_json", .init(text: "Good morning.", words: 2, usage: heard())),
        ("elevenlabs/stt_success", .init(text: "Hola, Ana.", words: 2, usage: heard())),
        ("deepgram/listen_success", .init(text: noon, words: 6, usage: heard(seconds: 2.5))),
        ("deepgram/listen_success_detect_language", .init(text: noon, words: 6, usage: heard(seconds: 2.5))),
        ("deepgram/listen_success_empty", .init(text: "", words: 0, usage: heard(seconds: 2.5))),
        ("google/stt_v1_success", .init(text: "how old is the Brooklyn Bridge", words: 2, usage: heard(seconds: 2))),
        ("google/stt_v1_success_empty", .init(text: "", words: 0, usage: heard(seconds: 2))),
        ("azure/speech_stt_simple", .init(text: "Good morning.", words: 0, usage: heard())),
        ("azure/speech_stt_simple_string_ticks", .init(text: "Good morning.", words: 0, usage: heard())),
        ("azure/speech_stt_detailed", .init(text: "Good morning.", words: 0, usage: heard())),
        ("google-speech-v2/success", .init(text: noon, words: 6, usage: heard(seconds: 2))),
        ("google-speech-v2/success_silence", .init(text: "", words: 0, usage: heard(seconds: 1))),
        (
            "mistral/transcription_success",
            .init(text: noon, words: 0, usage: heard(14, 10, seconds: 5))
        ),
        ("mistral/transcription_silence", .init(text: "", words: 0, usage: heard(6, 1, seconds: 1))),
        ("cohere/transcription_success", .init(text: noon, words: 0, usage: heard())),
        ("cohere/transcription_silence", .init(text: "", words: 0, usage: heard())),
        ("speechmatics/job_done", .init(text: noon, words: 6, usage: heard())),
        ("speechmatics/job_silence", .init(text: "", words: 0, usage: heard())),
        ("speechmatics/job_rejected", .init(failure: .unusable)),
        (
            "gemini/transcription_success",
            .init(
                text: noon, words: 0,
                usage: Usage(audioSeconds: 3, inputTokens: 140, cachedInputTokens: nil, outputTokens: 21))
        ),
        ("gemini/transcription_silence", .init(text: "", words: 0, usage: heard(140, 9))),
        ("gemini/transcription_nothing", .init(text: "", words: 0, usage: heard(140))),
        ("gemini/blocked", .init(failure: .rejected)), ("gemini/cut", .init(failure: .unusable)),
        ("gemini/other_form", .init(failure: .unusable)),
        ("assemblyai/transcript_completed", .init(text: noon, words: 6, usage: heard())),
        ("assemblyai/transcript_silence", .init(text: "", words: 0, usage: heard())),
        ("assemblyai/transcript_null_text", .init(text: "", words: 0, usage: heard())),
        ("assemblyai/transcript_no_speech", .init(text: "", words: 0, usage: heard())),
        ("assemblyai/transcript_error", .init(failure: .unusable)),
        ("assemblyai/transcript_too_short", .init(failure: .unusable)),
        ("soniox/transcript", .init(text: noon, words: 6, usage: heard())),
        ("soniox/transcript_languages", .init(text: "Hola, Ana. OK.", words: 3, usage: heard())),
        ("soniox/transcript_silence", .init(text: "", words: 0, usage: heard())),
        ("soniox/transcription_error", .init(failure: .unusable)),
        ("gladia/job_done", .init(text: noon, words: 6, usage: heard())),
        ("gladia/job_silence", .init(text: "", words: 0, usage: heard())),
        ("gladia/job_error", .init(failure: .unusable)), ("gladia/job_error_400", .init(failure: .rejected)),
        ("gladia/job_without_result", .init(failure: .unusable)),
        ("azure/speech_stt_no_match", .init(text: "", words: 0, usage: heard())),
    ]

    private static let translations: [(String, Expectation)] = [
        ("openai-chat/success", .init(text: morning, usage: chat)),
        // A document of another form is text to an adapter that asked for bare text.
        (
            "openai-chat/success_json_schema",
            .init(
                text:
                    #"{"segments": [{"id": 0, "text": "Buenos días."}, {"id": 1, "text": "Nos vemos al mediodía."}]}"#,
                usage: chat)
        ),
        ("openai-chat/success_refusal", .init(failure: .unusable)),
        ("openai-chat/success_length", .init(failure: .unusable)),
        ("openai-chat/success_content_filter", .init(failure: .unusable)),
        ("openai-chat/stream_success_usage", .init(text: morning, usage: chat)),
        ("openai-chat/stream_success_no_usage", .init(text: morning, usage: Usage())),
        ("openai-chat/stream_length", .init(failure: .unusable)),
        ("openai-chat/stream_content_filter", .init(failure: .unusable)),
        ("openai-chat/stream_refusal", .init(failure: .unusable)),
        ("openai-chat/stream_crlf_comments_odd_chunks", .init(text: morning)),
        ("openai-responses/success", .init(text: "Buenos días", usage: chat)),
        ("openai-responses/stream_success", .init(text: "Buenos días", usage: chat)),
        ("openai-responses/stream_incomplete", .init(failure: .unusable)),
        ("ollama/success", .init(text: "Hola", usage: Usage(inputTokens: 26, outputTokens: 3))),
        ("ollama/stream_success", .init(text: "Hola <b>&")),
        ("llamacpp/success", .init(text: "Hola", usage: Usage(inputTokens: 20, outputTokens: 2))),
        ("groq/stream_success", .init(text: "Hola")),
        ("anthropic/success", .init(text: morning, usage: claude)),
        ("anthropic/success_max_tokens", .init(failure: .unusable)),
        ("anthropic/success_refusal", .init(failure: .unusable)),
        ("anthropic/stream_success", .init(text: morning, usage: claude)),
        ("anthropic/stream_pings_unknown_event_odd_chunks", .init(text: "Buenos días", usage: claude)),
        ("anthropic/stream_thinking_then_text", .init(text: "Hola", usage: claude)),
        ("deepl/translate_success", .init(text: "Guten Morgen.", usage: sent)),
        ("deepl/translate_success_billed", .init(text: "Guten Morgen.", usage: sent)),
        // One text was sent, so two translations are not an answer.
        ("deepl/translate_success_batch_model_type", .init(failure: .unusable)),
        ("google/translate_v2_success", .init(text: "Buenos días", usage: sent)),
        // Entities are plain characters if text was requested.
        ("google/translate_v2_success_html_escaped", .init(text: "C&#39;est l&#39;été", usage: sent)),
        ("azure/translator_2026_success", .init(text: "Buenos días", usage: sent)),
        ("azure/translator_v3_success", .init(text: "Buenos días", usage: sent)),
        ("azure/translator_v3_success_two_targets", .init(failure: .unusable)),
        ("libretranslate/success", .init(text: "¡Hola, mundo!", usage: sent)),
        ("libretranslate/success_auto_alternatives", .init(text: "¡Hola, mundo!", usage: sent)),
        ("libretranslate/success_batch", .init(failure: .unusable)),
        ("apy/success", .init(text: "Buenos días", usage: sent)),
        ("apy/success_post", .init(text: "Buenos días", usage: sent)),
        (
            "apy/success_unknown_words",
            .init(
                text: "Hola, dónde es la canal?  Soy zorbling & bien", usage: sent,
                notes: ["unknown-words:1", "unknown:zorbling", "uninflected-words:1"])
        ),
        ("apy/success_empty", .init(failure: .unusable)),
    ]

    private static let syntheses: [(String, Expectation)] = [
        ("openai-speech/success_pcm", .init(usage: sent, audioAt: 0)),
        ("openai-speech/success_wav_streaming_header", .init(usage: sent, audioAt: 44)),
        // What was not asked for is decoded and not played as if it were samples.
        ("openai-speech/success_mp3", .init(usage: sent)),
        ("elevenlabs/tts_success_mp3", .init()),
        ("elevenlabs/tts_stream_success_pcm", .init(audioAt: 0)),
        ("elevenlabs/tts_stream_success_wav_streaming_header", .init(audioAt: 44)),
        ("elevenlabs/stream_with_timestamps_success", .init(usage: Usage(characters: 12))),
        ("deepgram/speak_success_mp3_aura1", .init(usage: Usage(characters: 32))),
        ("cartesia/bytes_success", .init(usage: sent, audioAt: 0)),
        ("deepgram/speak_success_linear16_aura2", .init(usage: Usage(characters: 32), audioAt: 0)),
        ("google/tts_v1_success", .init(usage: sent)),
        ("azure/speech_tts_success", .init(audioAt: 44)),
    ]
}
