internal import HTTPTypes

extension WireAccess {
    fileprivate static let azure = WireAccess(credential: .header("Ocp-Apim-Subscription-Key"), dialect: .azure)
}

extension RecognitionWire {
    /// Short audio, sent to Azure's speech to text.
    package static let azure = RecognitionWire(
        "azure", by: AzureRecognizer.self, .azure,
        options: [String: OptionValue].locales.merging(["profanity": .text]) { $1 })
}

extension TranslationWire {
    /// `POST /translate` of Azure Translator.
    package static let azure = TranslationWire(
        "azure", by: AzureTranslator.self, .azure,
        options: [
            "deployment": .text, "gender": .oneOf(["female", "male", "neutral"]), "region": .text,
            "tone": .oneOf(["formal", "informal", "neutral"]),
        ])
}

extension SynthesisWire {
    /// `POST /cognitiveservices/v1` of Azure's text to speech.
    package static let azure = SynthesisWire(
        "azure", by: AzureSynthesizer.self, .azure, options: ["speed": .number],
        voices: { try await azureVoices($0) })

    private static func azureVoices(_ exchange: Exchange) async throws -> [ListedVoice] {
        struct Voice: Decodable {
            var name: String
            var localName: String?
            var locale: String

            enum CodingKeys: String, CodingKey {
                case name = "ShortName"
                case localName = "LocalName"
                case locale = "Locale"
            }
        }
        let voices = try await exchange.document(
            [Voice].self, of: try await exchange.send(.get, "/cognitiveservices/voices/list"))
        return voices.map { ListedVoice(id: $0.name, name: $0.localName, languages: [$0.locale]) }
    }
}
