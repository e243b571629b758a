// What goes over the wire has the names it has there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Language
internal import Providers

extension ErrorDialect {
    /// `{"error": text}`; what went wrong is only in the text.
    static let libreTranslate = ErrorDialect(
        phrases: [
            ("api key", .unauthorized), ("limits violations", .quota), ("slowdown", .throttled),
            ("exceeds text limit", .tooLarge), ("is not supported", .unsupported),
            ("is not available as", .unsupported),
        ],
        // It bans who has asked too often, and sells keys that may ask more often.
        cures: [.quota: "have whoever runs it lift the ban, or give you a key, or name another provider after it"])
}

/// Translation by LibreTranslate, which has no context. The key goes into the request's body.
struct LibreTranslateTranslator: TranslationAdapter {
    let declaration: TranslationDeclaration
    let exchange: Exchange

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let body = TranslateRequest(
            q: request.text, source: code(request.pair.source), target: code(request.pair.target),
            api_key: exchange.endpoint.key?.credential(""))
        let answer = try await exchange.document(
            TranslateAnswer.self, of: try await exchange.post("/translate", json: body))
        return try exchange.translation(answer.translatedText, of: request)
    }

    static let varieties = Set(["pt-BR", "zh-Hant"].compactMap(LanguageTag.init(rawValue:)))

    /// Its own codes, which its newer versions take beside those of BCP 47.
    private func code(_ tag: LanguageTag) -> String {
        switch tag.rawValue {
        case "zh-Hant": "zt"
        case "pt-BR": "pb"
        default: tag.code.rawValue
        }
    }
}

private struct TranslateRequest: Encodable {
    var q: String
    var source: String
    var target: String
    var format = "text"
    var api_key: String?
}

private struct TranslateAnswer: Decodable {
    var translatedText: String
}
