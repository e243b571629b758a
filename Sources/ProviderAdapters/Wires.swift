// All wires, in the order in which they are listed for users. A new wire is a value in the folder of its vendor and one line
// here.

extension RecognitionWire {
    package static let allCases: [RecognitionWire] = [
        .openAI,
        .whisperCpp,
        .elevenLabs,
        .deepgram,
        .google,
        .googleV2,
        .azure,
        .mistral,
        .cohere,
        .speechmatics,
        .gemini,
        .assemblyAI,
        .soniox,
        .gladia,
    ]
}

extension TranslationWire {
    package static let allCases: [TranslationWire] = [
        .openAIChat,
        .openAIResponses,
        .openAISpeech,
        .anthropic,
        .deepL,
        .google,
        .azure,
        .libreTranslate,
        .apertium,
    ]
}

extension SynthesisWire {
    package static let allCases: [SynthesisWire] = [
        .elevenLabs,
        .openAI,
        .deepgram,
        .google,
        .azure,
        .piper,
        .cartesia,
    ]
}
