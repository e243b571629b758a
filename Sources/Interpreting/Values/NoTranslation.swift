internal import Language
package import Providers

/// The translator of conversations that are only transcribed: it is never asked.
package struct NoTranslation: Translator {
    /// The name by which users select it.
    package static let name = "none"

    package let descriptor = ProviderDescriptor(name: Self.name, model: Self.name)
    package let capabilities = TranslatorCapabilities(pairs: [])
    package let isPlaceholder = true

    package init() {}

    package func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        throw ProviderError(
            .unsupported, stage: .translation, provider: descriptor.name,
            "a conversation that is only transcribed has no translations")
    }
}
