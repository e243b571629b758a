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
/// It does not support context and leaves words that it does not know unchanged; notes name those words.
struct ApertiumAPYTranslator: TranslationAdapter {
    static let quality = TranslationQuality.rough
    let declaration: TranslationDeclaration
    let exchange: Exchange

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        let form = FormFields([
            ("langpair", "\(request.pair.from)|\(request.pair.to)"), ("q", request.text), ("format", "txt"),
            ("markUnknown", "yes"),
        ])
        let response = try await exchange.send(
            .post, "/translate", contentType: "application/x-www-form-urlencoded", form.encoded)
        let answer = try await exchange.document(TranslateAnswer.self, of: response)
        let (text, notes) = Self.withoutMarks(answer.responseData.translatedText, of: request.text)
        var translation = try exchange.translation(text, of: request)
        translation.notes += notes
        return translation
    }

    /// Removes Apertium's marks, which are neither shown nor spoken.
    ///
    /// Before a word, `*` means that no dictionary has it, and `@` that the bilingual dictionary does not have it. `#` means
    /// that it could not be inflected. A mark that the source has, too, is the speaker's own, as in `#trending`. A star before
    /// a word is always removed, because nothing shows whether it is Apertium's or the speaker's.
    private static func withoutMarks(_ text: String, of source: String) -> (text: String, notes: [String]) {
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
        let notes = uninflected > 0 ? ["uninflected-words:\(uninflected)"] : []
        return (result, Translation.notes(onUnknown: unknown) + notes)
    }
}

private struct TranslateAnswer: Decodable {
    struct Content: Decodable {
        var translatedText: String
    }

    var responseData: Content
}
