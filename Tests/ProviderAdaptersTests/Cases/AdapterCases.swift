import Audio
import Language
import ProviderAdapters
import Providers

/// Every adapter, in every way it can be declared that changes what goes over the wire.
enum AdapterCases {
    static let all = recognizers + translators + synthesizers

    private static let transcriptions = [
        ("openai-transcriptions", ""), ("groq", "transcriptions"), ("speaches", "transcriptions"),
        ("ollama", "transcriptions"),
    ]
    private static let completions = [
        ("openai-chat", ""), ("groq", "completions"), ("ollama", "completions"), ("llamacpp", "completions"),
    ]
    private static let speech = [("openai-speech", ""), ("speaches", "audio/speech")]

    static let recognizers: [AdapterCase] = [
        .recognizer(
            "openai-stt", .openAI, model: "gpt-4o-transcribe", base: "/v1", from: transcriptions),
        .recognizer(
            "openai-stt-words", .openAI, model: "whisper-1", base: "/v1", from: transcriptions,
            { $0.wordTimes = true }),
        .recognizer(
            "openai-stt-stream", .openAI, model: "gpt-transcribe", base: "/v1", streams: true, from: transcriptions,
            { $0.options = ["language-field": "languages[]"] }),
        .recognizer(
            "whisper.cpp", .whisperCpp, model: "server", from: [("whispercpp", "")],
            {
                $0.upload = UploadOrder(.wav)
                $0.wordTimes = true
            }),
        .recognizer(
            "elevenlabs-stt", .elevenLabs, model: "scribe_v2", from: [("elevenlabs", "speech-to-text")],
            { $0.wordTimes = true }),
        .recognizer(
            "deepgram-stt", .deepgram, model: "nova-3", from: [("deepgram", "listen")],
            {
                $0.wordTimes = true
                $0.languages = [.en, .es]
                $0.options = ["smart_format": "true"]
            }),
        .recognizer(
            "google-stt", .google, model: "latest_short", from: [("google", "recognize")],
            {
                $0.wordTimes = true
                $0.maximumSeconds = 60
            }),
        .recognizer(
            "azure-stt", .azure, model: "conversation", from: [("azure", "/speech/recognition")],
            { $0.maximumSeconds = 60 }),
        .recognizer(
            "googlev2-stt", .googleV2, model: "chirp_3", base: "/v2/projects/p/locations/us",
            from: [("google-speech-v2", "recognize")],
            {
                $0.wordTimes = true
                $0.maximumSeconds = 60
            }),
        .recognizer(
            "mistral-stt", .mistral, model: "voxtral-mini-transcribe-3-0", from: [("mistral", "transcriptions")]),
        .recognizer(
            "cohere-stt", .cohere, model: "cohere-transcribe-03-2026", from: [("cohere", "transcriptions")]),
        .recognizer(
            "speechmatics-stt", .speechmatics, model: "enhanced", from: [("speechmatics", "jobs")],
            { $0.wordTimes = true }),
        .recognizer(
            "assemblyai-stt", .assemblyAI, model: "assemblyai-stt-3-7", from: [("assemblyai", "/v2/")],
            {
                $0.wordTimes = true
                $0.options = ["second-model": "universal-2"]
            }),
        .recognizer(
            "soniox-stt", .soniox, model: "stt-async-v5", from: [("soniox", "/v1/")], { $0.wordTimes = true }),
        .recognizer(
            "gladia-stt", .gladia, model: "solaria-1", from: [("gladia", "/v2/")], { $0.wordTimes = true }),
        .recognizer(
            "gemini-stt", .gemini, model: "gemini-3.5-flash", base: "/v1beta", from: [("gemini", "generateContent")],
            { $0.options = ["reasoning-effort": "low"] }),
        .recognizer(
            "openai-stt-opus", .openAI, model: "gpt-transcribe", base: "/v1", from: [],
            {
                $0.upload = UploadOrder(.flac, .opus)
                $0.maximumBytes = 24_000
            }),
        .recognizer(
            "azure-stt-opus", .azure, model: "conversation", from: [],
            {
                $0.upload = UploadOrder(.opus)
                $0.maximumSeconds = 60
            }),
    ]

    static let translators: [AdapterCase] = [
        .translator(
            "openai-chat", .openAIChat, model: "gpt-5.4-mini", base: "/v1", options: ["structured": "false"],
            from: completions),
        .translator(
            "openai-chat-stream", .openAIChat, model: "gpt-5.4-mini", base: "/v1", streams: true,
            options: ["structured": "false", "max-tokens": "512"], from: completions),
        .translator(
            "openai-chat-structured", .openAIChat, model: "gpt-5.4-mini", base: "/v1", streams: true, from: []),
        .translator(
            "openai-responses", .openAIResponses, model: "gpt-5.4-mini", base: "/v1", options: ["structured": "false"],
            from: [("openai-responses", "")]),
        .translator(
            "openai-responses-stream", .openAIResponses, model: "gpt-5.4-mini", base: "/v1", streams: true,
            options: ["structured": "false"], from: [("openai-responses", "")]),
        .translator(
            "openai-responses-structured", .openAIResponses, model: "gpt-5.4-mini", base: "/v1", streams: true,
            options: ["reasoning-effort": "none"], from: []),
        .translator(
            "anthropic", .anthropic, model: "claude-haiku-4-5", from: [("anthropic", "")]),
        .translator(
            "anthropic-stream", .anthropic, model: "claude-haiku-4-5", streams: true, from: [("anthropic", "")]),
        .translator(
            "anthropic-unthinking", .anthropic, model: "claude-haiku-5-5", streams: true,
            options: ["thinking": "disabled"], from: []),
        .translator(
            "anthropic-structured", .anthropic, model: "claude-haiku-4-5", streams: true,
            options: ["structured": "true"], from: []),
        .translator(
            "deepl", .deepL, model: "default", options: ["formality": "prefer_more"],
            from: [("deepl", "/v2/translate")],
            {
                $0.maximumCharacters = 50_000
                $0.contextPairs = 6
            }),
        .translator(
            "google-mt", .google, model: "nmt", from: [("google", "/language/translate/v2")]),
        .translator(
            "azure-mt", .azure, model: "3.0", options: ["region": "westeurope"], from: [("azure", "/translate")]),
        .translator(
            "azure-mt-dated", .azure, model: "2026-06-06", options: ["region": "westeurope", "tone": "formal"],
            from: [("azure", "/translate")]),
        .translator(
            "libretranslate", .libreTranslate, model: "default", from: [("libretranslate", "")]),
        .translator(
            "apertium-apy", .apertium, model: "default", from: [("apy", "")], { $0.languages = [.en, .es] }),
    ]

    static let synthesizers: [AdapterCase] = [
        .synthesizer(
            "elevenlabs-tts", .elevenLabs, model: "eleven_flash_v2_5", voice: "JBFqnCBsd6RMkjVDRZzb",
            options: ["stability": "0.5", "send-language": "true"], from: [("elevenlabs", "/text-to-speech/")]),
        .synthesizer(
            "elevenlabs-tts-times", .elevenLabs, model: "eleven_multilingual_v2", voice: "JBFqnCBsd6RMkjVDRZzb",
            options: ["timestamps": "true"], from: [("elevenlabs", "/stream/with-timestamps")]),
        .synthesizer(
            "openai-tts", .openAI, model: "gpt-4o-mini-tts", voice: "alloy", base: "/v1",
            options: ["speed": "1.1", "instructions": "calm"], from: speech),
        .synthesizer(
            "openai-tts-wav", .openAI, model: "gpt-4o-mini-tts", voice: "alloy", base: "/v1",
            options: ["format": "wav"], from: speech),
        .synthesizer(
            "deepgram-tts", .deepgram, model: "aura-2", voice: "aura-2-celeste-es", from: [("deepgram", "speak")]),
        .synthesizer(
            "google-tts", .google, model: "v1", voice: "es-ES-Standard-A", from: [("google", "synthesize")]),
        .synthesizer(
            "azure-tts", .azure, model: "neural", voice: "es-ES-ElviraNeural",
            options: ["speed": "+10%"], from: [("azure", "POST /cognitiveservices/v1")]),
        .synthesizer(
            "cartesia-tts", .cartesia, model: "sonic-3.5", voice: "694f9389-aac1-45b6-b726-9d9369183238",
            options: ["speed": "1.1"], from: [("cartesia", "/tts/bytes")]),
        .synthesizer(
            "piper-http", .piper, model: "default", voice: "default", options: ["speed": "1.25"], from: []),
    ]

    static func named(_ name: String) -> AdapterCase {
        all.first { $0.name == name }!
    }
}
