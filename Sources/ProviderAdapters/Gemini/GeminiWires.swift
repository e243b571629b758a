extension RecognitionWire {
    /// `POST /models/MODEL:generateContent` of Gemini.
    package static let gemini = RecognitionWire(
        "gemini", by: GeminiRecognizer.self,
        WireAccess(credential: .header("X-Goog-Api-Key"), dialect: .google, listsModels: false),
        options: ["temperature": .number, "reasoning-effort": .text])
}
