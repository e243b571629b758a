internal import Language
public import Providers

/// Translation by Google Cloud Translation v2 with an API key. It has no context.
public struct GoogleTranslator: Translator {
    public let descriptor: ProviderDescriptor
    public var capabilities: TranslatorCapabilities { declaration.capabilities }

    private let declaration: TranslationDeclaration
    private let exchange: Exchange

    public init(_ declaration: TranslationDeclaration, at endpoint: Endpoint) {
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        exchange = Exchange(
            endpoint: endpoint, stage: .translation, credential: .header("X-Goog-Api-Key"), dialect: .google,
            deadlines: .translation)
    }

    public func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        if let nothing = try declaration.check(request, exchange) { return nothing }
        let body = TranslateRequest(
            q: [request.text], source: code(request.pair.from), target: code(request.pair.to),
            model: declaration.model)
        let answer = try await exchange.document(
            TranslateAnswer.self, of: try await exchange.post("/language/translate/v2", json: body))
        guard answer.data.translations.count == 1, let translation = answer.data.translations.first else {
            throw exchange.error(
                .unusable, "it answered one text with \(answer.data.translations.count) translations")
        }
        return try exchange.translation(translation.translatedText, of: request)
    }

    private func code(_ language: LanguageCode) -> String { language == .zh ? "zh-CN" : language.rawValue }
}

private struct TranslateRequest: Encodable {
    var q: [String]
    var source: String
    var target: String
    /// Else characters come back as entities of HTML.
    var format = "text"
    var model: String
}

private struct TranslateAnswer: Decodable {
    struct Content: Decodable {
        var translations: [Item]
    }

    struct Item: Decodable {
        var translatedText: String
    }

    var data: Content
}
