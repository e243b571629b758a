extension RecognitionWire {
    /// `POST /v1/audio/transcriptions` of Mistral.
    package static let mistral = RecognitionWire(
        "mistral", by: MistralRecognizer.self,
        WireAccess(credential: .authorization("Bearer"), dialect: .openAI, listsModels: false),
        options: ["temperature": .number])
}
