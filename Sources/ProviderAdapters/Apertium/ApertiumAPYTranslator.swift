internal import HTTPTypes
internal import Language
public import Providers

extension ErrorDialect {
    /// `{"status": "error", "code", "message", "explanation"}`.
    static let apertiumAPY = ErrorDialect(
        phrases: [("pair is not installed", .unsupported), ("pair is invalid", .unsupported)])
}

/// Translation by a server of Apertium's, APY. It has no context, and leaves words it does not know as they are.
public struct ApertiumAPYTranslator: Translator {
    public let descriptor: ProviderDescriptor
    public var capabilities: TranslatorCapabilities { declaration.capabilities }

    private let declaration: TranslationDeclaration
    private let exchange: Exchange

    public init(_ declaration: TranslationDeclaration, at endpoint: Endpoint) {
        self.declaration = declaration
        descriptor = declaration.descriptor(endpoint.name)
        exchange = Exchange(
            endpoint: endpoint, stage: .translation, credential: .none, dialect: .apertiumAPY,
            deadlines: .translation)
    }

    public func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        try declaration.check(request, exchange)
        let form = FormFields([
            ("langpair", "\(request.pair.from)|\(request.pair.to)"), ("q", request.text), ("format", "txt"),
            ("markUnknown", "no"),
        ])
        let response = try await exchange.send(
            .post, "/translate", contentType: "application/x-www-form-urlencoded", form.encoded)
        let answer = try await exchange.document(TranslateAnswer.self, of: response)
        return try exchange.translation(answer.responseData.translatedText, of: request)
    }
}

private struct TranslateAnswer: Decodable {
    struct Content: Decodable {
        var translatedText: String
    }

    var responseData: Content
}
