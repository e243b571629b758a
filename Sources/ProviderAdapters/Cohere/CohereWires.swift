extension RecognitionWire {
    /// `POST /v2/audio/transcriptions` of Cohere.
    package static let cohere = RecognitionWire(
        "cohere", by: CohereRecognizer.self,
        WireAccess(credential: .authorization("Bearer"), dialect: ErrorDialect()), options: ["temperature": .number])
}
