internal import HTTPTypes
internal import Language
internal import Providers

extension ErrorDialect {
    /// `{"status": "error", "code", "message", "explanation"}`.
    static let apertiumAPY = ErrorDialect(
        phrases: [("pair is not installed", .unsupported), ("pair is invalid", .unsupported)])
}

/// Translation by a server of Apertium's, APY. It has no context, and leaves words it does not know as they are; a
/// note tells how many.
struct ApertiumAPYTranslator: TranslationAdapter {
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
        translation.notes = notes
        return translation
    }

    /// Before a word, `*` means that no dictionary has it, `@` that the bilingual one has not, and `#` that it could not be
    /// inflected. Nobody is to hear these; a mark that the source has, too, is the speaker's own.
    private static func withoutMarks(_ text: String, of source: String) -> (text: String, notes: [String]) {
        var result = ""
        var counts: [Character: Int] = [:]
        var isAtWord = true
        for (character, next) in zip(text, text.dropFirst().map(Optional.init) + [nil]) {
            let isMark = "*@#".contains(character) && isAtWord && (next?.isLetter ?? false)
            if isMark, !source.contains(character) {
                counts[character, default: 0] += 1
                continue
            }
            isAtWord = !(character.isLetter || character.isNumber)
            result.append(character)
        }
        let unknown = (counts["*"] ?? 0) + (counts["@"] ?? 0)
        var notes = unknown > 0 ? ["unknown-words:\(unknown)"] : []
        if let uninflected = counts["#"] { notes.append("uninflected-words:\(uninflected)") }
        return (result, notes)
    }
}

private struct TranslateAnswer: Decodable {
    struct Content: Decodable {
        var translatedText: String
    }

    var responseData: Content
}
