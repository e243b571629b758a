internal import Language
internal import Providers

/// Translation by Google Cloud Translation v2 with an API key. It does not support context.
struct GoogleTranslator: TranslationAdapter {
    static let languages = LanguageCode.known
    let declaration: TranslationDeclaration
    let exchange: Exchange

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let body = TranslateRequest(
            q: [request.text], source: code(request.pair.source), target: code(request.pair.target),
            model: declaration.model)
        let answer = try await exchange.document(
            TranslateAnswer.self, of: try await exchange.post("/language/translate/v2", json: body))
        guard answer.data.translations.count == 1, let translation = answer.data.translations.first else {
            throw exchange.error(
                .unusable, "it answered one text with \(answer.data.translations.count) translations")
        }
        return try exchange.translation(translation.translatedText, of: request)
    }

    static let varieties = Set(["pt-BR", "pt-PT", "zh-Hant"].compactMap(LanguageTag.init(rawValue:)))

    /// Google's plain `pt` is Brazilian.
    private func code(_ tag: LanguageTag) -> String {
        switch tag.rawValue {
        case "zh": "zh-CN"
        case "zh-Hant": "zh-TW"
        case "pt-PT": "pt-PT"
        default: tag.code.spokenCode
        }
    }
}

private struct TranslateRequest: Encodable {
    var q: [String]
    var source: String
    var target: String
    /// Without it, characters are returned as HTML entities.
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
