// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import Language
internal import Providers

/// Translation by Azure AI Translator v3. It does not support context.
///
/// Options: `region`, which regional keys need.
struct AzureTranslator: TranslationAdapter {
    let declaration: TranslationDeclaration
    let exchange: Exchange

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let query = FormFields([
            ("api-version", "3.0"), ("from", code(request.pair.source)), ("to", code(request.pair.target)),
            ("textType", "plain"),
        ])
        let region = declaration.options?["region"].map { [("Ocp-Apim-Subscription-Region", $0)] } ?? []
        let response = try await exchange.post(
            "/translate?\(query.text)", json: [TranslateRequest(Text: request.text)], headers: region)
        let answer = try await exchange.document([TranslateAnswer].self, of: response)
        let translations = answer.flatMap(\.translations)
        guard translations.count == 1, let translation = translations.first else {
            throw exchange.error(.unusable, "it answered one text with \(translations.count) translations")
        }
        return try exchange.translation(translation.text, of: request)
    }

    static let varieties = Set(["fr-CA", "pt-BR", "pt-PT", "zh-Hant"].compactMap(LanguageTag.init(rawValue:)))

    /// Azure's plain `pt` is Brazilian.
    private func code(_ tag: LanguageTag) -> String {
        switch tag.rawValue {
        case "zh": "zh-Hans"
        case "zh-Hant": "zh-Hant"
        case "pt-PT": "pt-PT"
        case "fr-CA": "fr-CA"
        default: tag.code.rawValue
        }
    }
}

private struct TranslateRequest: Encodable {
    var Text: String
}

private struct TranslateAnswer: Decodable {
    struct Item: Decodable {
        var text: String
    }

    var translations: [Item]
}
