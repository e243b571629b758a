extension WireAccess {
    /// The access of OpenAI and of the many compatible servers.
    fileprivate static let openAI = WireAccess(
        credential: .authorization("Bearer"), dialect: .openAI, listsModels: true)
}

extension RecognitionWire {
    /// `POST /audio/transcriptions`: OpenAI, Groq, speaches, LocalAI.
    package static let openAI = RecognitionWire(
        "openai-transcriptions", by: OpenAIRecognizer.self, .openAI,
        options: transcriptionOptions.merging(["realtime": .text]) { one, _ in one })

    /// `POST /inference` of whisper.cpp's server.
    package static let whisperCpp = RecognitionWire(
        "whisper.cpp", by: OpenAIRecognizer.self,
        WireAccess(credential: .authorization("Bearer"), dialect: .whisperCpp), options: transcriptionOptions)

    private static let transcriptionOptions: [String: OptionValue] = [
        "format": .oneOf(["json", "verbose_json"]), "language-field": .text, "prompt": .text, "temperature": .number,
    ]
}

extension TranslationWire {
    /// `POST /chat/completions`: OpenAI, Groq, Ollama, llama.cpp, vLLM.
    package static let openAIChat = TranslationWire(
        "openai-chat", by: OpenAIChatTranslator.self, .openAI,
        options: modelOptions.merging([
            PromptForm.option: .oneOf(PromptForm.allCases.map(\.rawValue)),
            "thinking": .oneOf(["disabled", "enabled"]),
        ]) { one, _ in one })

    /// `POST /responses`: OpenAI.
    package static let openAIResponses = TranslationWire(
        "openai-responses", by: OpenAIResponsesTranslator.self, .openAI, options: modelOptions)

    /// `GET /realtime/translations` as a WebSocket: OpenAI.
    package static let openAISpeech = TranslationWire(
        "openai-realtime-translation", by: OpenAISpeechTranslator.self, .openAI,
        options: ["noise-reduction": .oneOf(["near-field", "far-field"]), "source-model": .text])

    private static let modelOptions: [String: OptionValue] = [
        "max-tokens": .count, "reasoning-effort": .text, "structured": .onOff, "temperature": .number,
    ]
}

extension SynthesisWire {
    /// `POST /audio/speech`: OpenAI, Kokoro, LocalAI, Groq.
    package static let openAI = SynthesisWire(
        "openai-speech", by: OpenAISynthesizer.self, .openAI,
        options: [
            "format": .oneOf(["pcm", "wav", "mp3", "opus", "flac", "aac"]), "instructions": .text, "speed": .number,
        ])
}
