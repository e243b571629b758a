extension TranslationWire {
    /// `POST /translate` of Apertium's own server, which uses no keys.
    package static let apertium = TranslationWire(
        "apertium-apy", by: ApertiumAPYTranslator.self, WireAccess(credential: .none, dialect: .apertiumAPY),
        options: [:])
}
