// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Language
internal import Providers

extension ErrorDialect {
    /// `{"message", "code", "detail"}`, or an empty body.
    static let deepL = ErrorDialect(statuses: [403: .unauthorized, 456: .quota, 529: .throttled])
}

/// Translation by DeepL, which takes what was said before, and what is said next, as `context`.
///
/// DeepL neither translates the context nor charges for it. A conversation's form of address and the glossary's terms are sent
/// if the target language allows them. The terms are sent as instructions of ours.
///
/// Options: `formality` (`prefer_more`, `prefer_less`, …), `glossary` (its id), `model-type`, `english` and `portuguese`
/// (the variant translated into: `EN-US`, `PT-BR`).
struct DeepLTranslator: TranslationAdapter {
    /// The tested languages, and those that the vendor lists as sources and as targets.
    static let languages =
        LanguageCode.tested
        + "bg cs da el et fi he hu id lt lv nb nl pl ro sk sl sv th tr uk vi".split(separator: " ")
        .compactMap { LanguageCode(rawValue: String($0)) }
    let declaration: TranslationDeclaration
    let exchange: Exchange

    static let takesLater = true
    static let varieties = Set(targets.keys)

    /// The languages whose targets have `supports_formality`. The form is only sent as a preference, so a mistake here is no
    /// failure.
    static let addressedLanguages: Set<LanguageCode> = [.de, .es, .fr, .it, .ja, .pt, .ru]

    /// The target languages for which `custom_instructions` are allowed.
    static let termLanguages: Set<LanguageCode> = [.de, .en, .es, .fr, .it, .ja, .ko, .zh]
    /// The most instructions, and the most characters of one.
    private static let instructionLimits = (count: 10, characters: 300)

    /// A key that ends in `:fx` is for the free host; any other host would refuse it.
    static func adjusted(_ endpoint: Endpoint) -> Endpoint {
        guard endpoint.key?.hasSuffix(":fx") ?? false else { return endpoint }
        var endpoint = endpoint
        endpoint.url = endpoint.url.replacing("https://api.deepl.com", with: "https://api-free.deepl.com")
        return endpoint
    }

    /// More is of little use, and a request may have 128 KiB in total.
    private static let longestContext = 2_000

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let options = declaration.options ?? [:]
        let body = TranslateRequest(
            text: [request.text], source_lang: request.pair.from.rawValue.uppercased(),
            target_lang: target(request.pair.target), context: context(request),
            formality: request.formality.map { $0 == .formal ? "prefer_more" : "prefer_less" } ?? options["formality"],
            custom_instructions: instructions(request),
            glossary_id: options["glossary"], model_type: options["model-type"], show_billed_characters: true)
        let answer = try await exchange.document(
            TranslateAnswer.self, of: try await exchange.post("/v2/translate", json: body))
        guard answer.translations.count == 1, let translation = answer.translations.first else {
            throw exchange.error(
                .unusable, "it answered one text with \(answer.translations.count) translations")
        }
        return try exchange.translation(translation.text, of: request, characters: translation.billed_characters?.count)
    }

    /// The codes of the varieties that DeepL translates into.
    private static let targets: [LanguageTag: String] = {
        let codes = ["en-US": "EN-US", "en-GB": "EN-GB", "pt-BR": "PT-BR", "pt-PT": "PT-PT", "zh-Hant": "ZH-HANT"]
        return codes.reduce(into: [:]) { targets, code in
            if let tag = LanguageTag(rawValue: code.key) { targets[tag] = code.value }
        }
    }()

    /// A target's code; for English, Portuguese and Chinese it must name the variety.
    private func target(_ tag: LanguageTag) -> String {
        if let code = Self.targets[tag] { return code }
        return switch tag.code {
        case .en: declaration.options?["english"] ?? "EN-US"
        case .pt: declaration.options?["portuguese"] ?? "PT-BR"
        case .zh: "ZH-HANS"
        default: tag.code.rawValue.uppercased()
        }
    }

    /// The terms as instructions; nil if there are none, or if the language or the model does not allow any.
    private func instructions(_ request: TranslationRequest) -> [String]? {
        guard Self.termLanguages.contains(request.pair.to), !request.terms.isEmpty,
            declaration.options?["model-type"] != "latency_optimized"
        else { return nil }
        let instructions = request.terms.map { term in
            term.isKept
                ? "Leave the name \"\(term.source)\" as it is."
                : "Translate the term \"\(term.source)\" as \"\(term.wanted)\"."
        }
        let allowed = instructions.filter { $0.unicodeScalars.count <= Self.instructionLimits.characters }
        return allowed.isEmpty ? nil : Array(allowed.prefix(Self.instructionLimits.count))
    }

    /// The utterances around the text, in the source language and in their order.
    ///
    /// The nearest utterances that fit are taken, those that come next first. For an utterance of the other side this is its
    /// translation, which the ones that come next do not have.
    private func context(_ request: TranslationRequest) -> String? {
        func isOther(_ speaker: String) -> Bool { request.speaker.map { $0 != speaker } ?? false }
        var lines: [String] = []
        var room = Self.longestContext
        for later in request.later where !isOther(later.speaker) {
            let size = later.source.unicodeScalars.count + 1
            guard size <= room else { break }
            room -= size
            lines.append(later.source)
        }
        for earlier in request.earlier.reversed() {
            let line = isOther(earlier.speaker) ? earlier.translation : earlier.source
            room -= line.unicodeScalars.count + 1
            guard room >= 0 else { break }
            lines.insert(line, at: 0)
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}

private struct TranslateRequest: Encodable {
    var text: [String]
    var source_lang: String
    var target_lang: String
    var context: String?
    var formality: String?
    var custom_instructions: [String]?
    var glossary_id: String?
    var model_type: String?
    var show_billed_characters: Bool
}

private struct TranslateAnswer: Decodable {
    struct Item: Decodable {
        var text: String
        var billed_characters: LenientNumber?
    }

    var translations: [Item]
}
