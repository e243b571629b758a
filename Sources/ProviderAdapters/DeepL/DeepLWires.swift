extension TranslationWire {
    /// `POST /v2/translate` of DeepL.
    package static let deepL = TranslationWire(
        "deepl", by: DeepLTranslator.self,
        WireAccess(credential: .authorization("DeepL-Auth-Key"), dialect: .deepL),
        options: [
            "english": .text, "formality": .text, "glossary": .text, "model-type": .text, "portuguese": .text,
        ])
}
