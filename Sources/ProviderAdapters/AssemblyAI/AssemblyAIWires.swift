internal import Providers

extension ErrorDialect {
    /// `{"error": "Authentication error, API token missing/invalid"}`.
    static let assemblyAI = ErrorDialect(phrases: [("balance", .quota)])
}

extension RecognitionWire {
    /// `POST /v2/upload` and `POST /v2/transcript` of AssemblyAI, and `/v3/ws` for live words. The header of the key has no scheme.
    package static let assemblyAI = RecognitionWire(
        "assemblyai", by: AssemblyAIRecognizer.self,
        WireAccess(credential: .authorization(""), dialect: .assemblyAI),
        options: [
            "end-of-turn-confidence": .number, "max-turn-silence": .count, "min-turn-silence": .count,
            "realtime": .text,
            "second-model": .text, "terms": .text,
        ])
}
