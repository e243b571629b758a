internal import CurlHTTP
internal import HTTPTypes
internal import Language
internal import Providers

extension ErrorDialect {
    /// `{"status": "error", "code", "message", "explanation"}`.
    static let apertiumAPY = ErrorDialect(
        phrases: [("pair is not installed", .unsupported), ("pair is invalid", .unsupported)])
}

/// Translation by a server of Apertium's, APY.
///
/// It does not support context and leaves words that it does not know unchanged; notes name those words. A pair that is not
/// installed goes through a third language, Spanish first, as with the engine of this machine.
struct ApertiumAPYTranslator: TranslationAdapter {
    static let quality = TranslationQuality.rough
    let declaration: TranslationDeclaration
    let exchange: Exchange
    private let installed = ApertiumPairs()

    init(declaration: TranslationDeclaration, exchange: Exchange) {
        self.declaration = declaration
        self.exchange = exchange
    }

    func offeredPairs() async -> Set<LanguagePair>? {
        guard let codes = try? await installed.codes(exchange) else { return nil }
        return Set(LanguagePair.pairs(within: codes.keys).filter { ApertiumPairs.route($0, over: codes) != nil })
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        if let known = installed.known, ApertiumPairs.route(request.pair, over: known) != nil {
            return try await translation(of: request)
        }
        do {
            return try await translation(of: request, over: ["\(request.pair.from)|\(request.pair.to)"])
        } catch let error as ProviderError where error.failure == .unsupported {
            return try await translation(of: request)
        }
    }

    /// Translates over the pairs that are installed.
    private func translation(of request: TranslationRequest) async throws -> Translation {
        let codes = try await installed.codes(exchange)
        guard let (route, pivot) = ApertiumPairs.route(request.pair, over: codes) else {
            let targets = LanguageCode.known.filter { to in
                (try? LanguagePair(from: request.pair.from, to: to)).map { ApertiumPairs.route($0, over: codes) != nil }
                    ?? false
            }
            throw exchange.error(
                .unsupported,
                "no pair from \(request.pair.from.englishName) to \(request.pair.to.englishName) is installed on its server",
                cure: targets.isEmpty
                    ? "install one there, or name another translator"
                    : "it translates to \(targets.map(\.englishName).joined(separator: ", ")); install the pair there, or name another translator"
            )
        }
        var translation = try await translation(of: request, over: route)
        if let pivot { translation.notes.insert(Translation.note(onPivot: pivot), at: 0) }
        return translation
    }

    /// - Parameter pairs: in the server's codes, `eng|spa`; each takes what the one before gives.
    private func translation(of request: TranslationRequest, over pairs: [String]) async throws -> Translation {
        var text = request.text
        var unknown: [String] = []
        var uninflected = 0
        for pair in pairs {
            let form = FormFields([("langpair", pair), ("q", text), ("format", "txt"), ("markUnknown", "yes")])
            let response = try await exchange.send(
                .post, "/translate", contentType: "application/x-www-form-urlencoded", form.encoded)
            let answer = try await exchange.document(TranslateAnswer.self, of: response)
            let plain = Self.withoutMarks(answer.responseData.translatedText, of: text)
            (text, uninflected) = (plain.text, uninflected + plain.uninflected)
            unknown += plain.unknown.filter { !unknown.contains($0) }
        }
        var translation = try exchange.translation(text, of: request)
        translation.notes += Translation.notes(onUnknown: unknown)
        if uninflected > 0 { translation.notes.append("uninflected-words:\(uninflected)") }
        return translation
    }

    /// Removes Apertium's marks, which are neither shown nor spoken.
    ///
    /// Before a word, `*` means that no dictionary has it, and `@` that the bilingual dictionary does not have it. `#` means
    /// that it could not be inflected. A mark that the source has, too, is the speaker's own, as in `#trending`. A star before
    /// a word is always removed, because nothing shows whether it is Apertium's or the speaker's.
    private static func withoutMarks(_ text: String, of source: String) -> (
        text: String, unknown: [String], uninflected: Int
    ) {
        var result = ""
        var unknown: [String] = []
        var uninflected = 0
        /// Whether the current word is an unknown one.
        var isUnknown = false
        var isAtWord = true
        for (character, next) in zip(text, text.dropFirst().map(Optional.init) + [nil]) {
            let isMark = "*@#".contains(character) && isAtWord && (next?.isLetter ?? false)
            if isMark, character == "*" || !source.contains(character) {
                isUnknown = character != "#"
                if isUnknown { unknown.append("") } else { uninflected += 1 }
                continue
            }
            isAtWord = !(character.isLetter || character.isNumber)
            if isAtWord { isUnknown = false }
            if isUnknown { unknown[unknown.count - 1] += character.lowercased() }
            result.append(character)
        }
        return (result, unknown, uninflected)
    }
}

private struct TranslateAnswer: Decodable {
    struct Content: Decodable {
        var translatedText: String
    }

    var responseData: Content
}
