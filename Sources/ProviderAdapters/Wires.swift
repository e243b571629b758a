// All wires, in the order in which they are listed for users. A new wire is a value in the folder of its vendor and one line
// here.

extension RecognitionWire {
    public static let allCases: [RecognitionWire] = [
        .openAI,
        .whisperCpp,
        .elevenLabs,
        .deepgram,
        .google,
        .azure,
    ]
}

extension TranslationWire {
    public static let allCases: [TranslationWire] = [
        .openAIChat,
        .openAIResponses,
        .anthropic,
        .deepL,
        .google,
        .azure,
        .libreTranslate,
        .apertium,
    ]
}

extension SynthesisWire {
    public static let allCases: [SynthesisWire] = [
        .elevenLabs,
        .openAI,
        .deepgram,
        .google,
        .azure,
    ]
}
