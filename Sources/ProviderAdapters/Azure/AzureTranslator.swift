// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CurlHTTP
internal import Language
internal import Providers

/// Translation by Azure AI Translator. It does not support context.
///
/// The model is the version of the interface: `3.0`, or a day such as `2026-06-06`, which has other requests and answers.
///
/// Options: `region`, which regional keys need; `deployment` (a language model instead of Azure's own translator), `tone` and
/// `gender`, which versions named by a day take.
struct AzureTranslator: TranslationAdapter {
    static let languages = LanguageCode.known
    let declaration: TranslationDeclaration
    let exchange: Exchange

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let translations = try await isDated ? dated(request) : undated(request)
        guard translations.count == 1, let translation = translations.first else {
            throw exchange.error(.unusable, "it answered one text with \(translations.count) translations")
        }
        return try exchange.translation(translation.text, of: request)
    }

    private var isDated: Bool { Sunset.isDay(declaration.model) }

    private var headers: [(String, String)] {
        declaration.options?["region"].map { [("Ocp-Apim-Subscription-Region", $0)] } ?? []
    }

    /// Version 3.0: the languages are in the query, and the document is a list of texts.
    private func undated(_ request: TranslationRequest) async throws -> [TranslateAnswer.Item] {
        let query = FormFields([
            ("api-version", "3.0"), ("from", code(request.pair.source)), ("to", code(request.pair.target)),
            ("textType", "plain"),
        ])
        let response = try await exchange.post(
            "/translate?\(query.text)", json: [TranslateRequest(Text: request.text)], headers: headers)
        return try await exchange.document([TranslateAnswer].self, of: response).flatMap(\.translations)
    }

    /// The versions of 2026: each text of the document names its languages.
    private func dated(_ request: TranslationRequest) async throws -> [TranslateAnswer.Item] {
        let query = FormFields([("api-version", declaration.model)])
        let options = declaration.options ?? [:]
        let target = DatedRequest.Target(
            language: code(request.pair.target), deploymentName: options["deployment"], tone: options["tone"],
            gender: options["gender"])
        let text = DatedRequest.Text(
            text: request.text, language: code(request.pair.source), textType: "Plain", targets: [target])
        let response = try await exchange.post(
            "/translate?\(query.text)", json: DatedRequest(inputs: [text]), headers: headers)
        return try await exchange.document(DatedAnswer.self, of: response).value.flatMap(\.translations)
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

private struct DatedRequest: Encodable {
    struct Text: Encodable {
        var text: String
        var language: String
        var textType: String
        var targets: [Target]
    }

    struct Target: Encodable {
        var language: String
        var deploymentName: String?
        var tone: String?
        var gender: String?
    }

    var inputs: [Text]
}

private struct DatedAnswer: Decodable {
    var value: [TranslateAnswer]
}
