// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Language
internal import Plumbing
internal import Providers

extension ErrorDialect {
    /// `{"error": text}`; only the text shows the kind of error.
    static let libreTranslate = ErrorDialect(
        phrases: [
            ("api key", .unauthorized), ("limits violations", .quota), ("slowdown", .throttled),
            ("exceeds text limit", .tooLarge), ("is not supported", .unsupported),
            ("is not available as", .unsupported),
        ],
        // LibreTranslate bans clients that call too often, and sells keys that allow more calls.
        cures: [.quota: "ask its operator to lift the ban or for a key, or name another provider after it"])
}

/// Translation by LibreTranslate, which does not support context. The key goes into the request's body.
struct LibreTranslateTranslator: TranslationAdapter {
    static let languages = LanguageCode.known
    let declaration: TranslationDeclaration
    let exchange: Exchange

    /// The varieties that the server has no model for.
    private let missing = Locked<Set<LanguageTag>>([])

    init(declaration: TranslationDeclaration, exchange: Exchange) {
        self.declaration = declaration
        self.exchange = exchange
    }

    /// Asks for the language itself if the server does not know the variety.
    ///
    /// Each server has the models that were installed there.
    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let varieties = Set(request.pair.tags.filter { Self.varieties.contains($0) })
        let isKnown = missing.withLock { $0.isDisjoint(with: varieties) }
        guard !varieties.isEmpty, isKnown else { return try await translate(request, request.pair.plain) }
        do {
            return try await translate(request, request.pair)
        } catch let error as ProviderError where error.failure == .unsupported {
            let translation = try await translate(request, request.pair.plain)
            missing.withLock { $0.formUnion(varieties) }
            return translation
        }
    }

    private func translate(_ request: TranslationRequest, _ pair: LanguagePair) async throws -> Translation {
        let body = TranslateRequest(
            q: request.text, source: code(pair.source), target: code(pair.target),
            api_key: exchange.endpoint.key?.credential(""))
        let answer = try await exchange.document(
            TranslateAnswer.self, of: try await exchange.post("/translate", json: body))
        return try exchange.translation(answer.translatedText, of: request)
    }

    static let varieties = Set(["pt-BR", "zh-Hant"].compactMap(LanguageTag.init(rawValue:)))

    /// LibreTranslate's own codes, which its newer versions accept in addition to those of BCP 47.
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
