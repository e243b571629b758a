extension TranslationWire {
    /// `POST /v1/messages` of Anthropic.
    package static let anthropic = TranslationWire(
        "anthropic", by: AnthropicTranslator.self,
        WireAccess(credential: .header("x-api-key"), dialect: .anthropic),
        options: [
            "authorization": .oneOf(["bearer", "x-api-key"]), "max-tokens": .count, "structured": .onOff,
            "thinking": .oneOf(["adaptive", "disabled"]), "version": .text,
        ],
        chosenCredential: { $0["authorization"] == "bearer" ? .authorization("Bearer") : nil })
}
