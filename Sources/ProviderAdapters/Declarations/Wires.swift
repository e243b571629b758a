/// The ways of speaking to speech to text there are adapters for.
public enum RecognitionWire: String, Sendable, Hashable, Codable, CaseIterable {
    /// `POST /audio/transcriptions`: OpenAI, Groq, speaches, LocalAI.
    case openAI = "openai-transcriptions"
    /// `POST /inference` of whisper.cpp's server.
    case whisperCpp = "whisper.cpp"
    case elevenLabs = "elevenlabs"
    case deepgram
    case google
    case azure
}

/// The ways of speaking to translation there are adapters for.
public enum TranslationWire: String, Sendable, Hashable, Codable, CaseIterable {
    /// `POST /chat/completions`: OpenAI, Groq, Ollama, llama.cpp, vLLM.
    case openAIChat = "openai-chat"
    case openAIResponses = "openai-responses"
    case anthropic
    case deepL = "deepl"
    case google
    case azure
    case libreTranslate = "libretranslate"
    case apertium = "apertium-apy"
}

/// The ways of speaking to text to speech there are adapters for.
public enum SynthesisWire: String, Sendable, Hashable, Codable, CaseIterable {
    case elevenLabs = "elevenlabs"
    /// `POST /audio/speech`: OpenAI, Kokoro, LocalAI, Groq.
    case openAI = "openai-speech"
    case deepgram
    case google
    case azure
}
