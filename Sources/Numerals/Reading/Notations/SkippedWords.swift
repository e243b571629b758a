internal import Language

/// Words that look like numbers and must not be read: days of the week, thanks, "per cent".
struct SkippedWords: NotationReader {
    let source: NumberSource

    private var han: HanReader { HanReader(source: source) }

    /// The token after text that must not be read as numbers: the days of the week in Chinese and Portuguese, thanks and "per
    /// cent".
    func skipped(_ at: Int) -> Int? {
        if language == .zh, ["星", "礼", "周", "週"].contains(tokens[at].text) {
            let start = tokens[at].span.lowerBound
            let width = tokens[at].text == "周" || tokens[at].text == "週" ? 1 : 2
            guard let day = text[start + width], "一二三四五六日天末".unicodeScalars.contains(day),
                width == 2 || han.isDayOfWeek(start + 1)
            else { return nil }
            return at + width + 1
        }
        if language == .pt, at + 2 < tokens.count, tokens[at + 1].text == "-", tokens[at + 2].text == "feira" {
            return at + 3
        }
        // "A thousand thanks" counts nothing.
        if ["mille", "mil", "тысяча"].contains(tokens[at].text) {
            let thanks: Set<String> = [
                "grazie", "merci", "mercis", "gracias", "perdones", "obrigado", "obrigados", "scuse", "excuses",
                "благодарностей",
            ]
            let around = [at - 1, at + 1].filter { tokens.indices.contains($0) }
            if around.contains(where: { thanks.contains(tokens[$0].text) }) { return at + 1 }
        }
        if language == .es || language == .it || language == .fr || language == .pt,
            at + 1 < tokens.count, ["por", "per", "pour"].contains(tokens[at].text),
            ["ciento", "cento", "cent"].contains(tokens[at + 1].text)
        {
            return at + 2
        }
        return nil
    }
}
