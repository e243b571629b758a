internal import Language

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

// What each adapter reads of a stage's options. What is not among them would be ignored, so it is refused.

extension RecognitionWire {
    /// The options it takes; nil where all are sent on as they are.
    public var options: Set<String>? {
        switch self {
        case .openAI, .whisperCpp: ["format", "language-field", "prompt", "temperature"]
        case .elevenLabs, .deepgram: nil
        case .google: Self.locales
        case .azure: Self.locales.union(["profanity"])
        }
    }

    private static let locales = Set(LanguageCode.allCases.map { "locale-\($0.rawValue)" })
}

extension TranslationWire {
    /// The options it takes.
    public var options: Set<String>? {
        switch self {
        case .openAIChat, .openAIResponses: ["max-tokens", "reasoning-effort", "structured", "temperature"]
        case .anthropic: ["authorization", "max-tokens", "structured", "version"]
        case .deepL: ["english", "formality", "glossary", "model-type", "portuguese"]
        case .azure: ["region"]
        case .google, .libreTranslate, .apertium: []
        }
    }
}

extension SynthesisWire {
    /// The options it takes.
    public var options: Set<String>? {
        switch self {
        case .elevenLabs:
            [
                "neighbours", "seed", "send-language", "similarity-boost", "speed", "stability", "style",
                "text-normalization", "timestamps",
            ]
        case .openAI: ["format", "instructions", "speed"]
        case .google: ["pitch", "speed"]
        case .deepgram, .azure: ["speed"]
        }
    }
}
