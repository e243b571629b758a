internal import Language
public import Providers

/// The translator of conversations that are only transcribed: it is never asked.
public struct NoTranslation: Translator {
    /// The name by which users select it.
    public static let name = "none"

    public let descriptor = ProviderDescriptor(name: Self.name, model: Self.name)
    public let capabilities = TranslatorCapabilities(pairs: [])

    public init() {}

    public func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        throw ProviderError(
            .unsupported, stage: .translation, provider: descriptor.name,
            "a conversation that is only transcribed has no translations")
    }
}
