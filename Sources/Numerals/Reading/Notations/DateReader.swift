internal import Language

/// Dates in digits, and months by their names.
struct DateReader: NotationReader {
    let source: NumberSource

    /// `5/3/2024`, `2024-05-03`, `12.05.2024`: each part is a separate number. A year of two digits may mean one of four
    /// digits.
    func date(_ at: Int) -> FoundNumbers? {
        guard tokens[at].kind == .digits, at + 4 < tokens.count else { return nil }
        let sign = tokens[at + 1].text
        guard ["/", "-", "."].contains(sign), tokens[at + 3].text == sign, tokens[at + 2].kind == .digits,
            tokens[at + 4].kind == .digits,
            !(at + 1...at + 4).contains(where: { tokens[$0].isSpaced })
        else { return nil }
        let fields = [tokens[at], tokens[at + 2], tokens[at + 4]]
        guard let last = fields.last, fields[0].text.count <= 4, fields[1].text.count <= 2, last.text.count <= 4,
            !fields.contains(where: { $0.text.count == 3 }), fields[0].text.count <= 2 || last.text.count <= 2
        else { return nil }
        let mentions = fields.compactMap { field -> NumberMention? in
            guard let value = Int(field.text) else { return nil }
            let isYear = field.span == last.span && field.text.count == 2
            return NumberMention(
                range: text.range(field.span), value: ExactDecimal(value),
                alternatives: isYear ? [ExactDecimal(2_000 + value), ExactDecimal(1_900 + value)] : []
            )
            .inDigits()
        }
        return mentions.count == 3 ? FoundNumbers(mentions: mentions, end: last.span.upperBound) : nil
    }

    /// A month by its name. It is uncertain if the name means something else, too, and no day or year is next to it.
    func month(_ at: Int) -> FoundNumbers? {
        let token = tokens[at]
        guard token.kind == .word,
            let month = words.months[token.text] ?? stem(token.text).flatMap({ words.months[$0] })
        else { return nil }
        let isCertain = !words.unsureMonths.contains(token.text) || isInDate(at)
        let mention = NumberMention(
            range: text.range(token.span), kind: .month, value: ExactDecimal(month), isCertain: isCertain)
        return FoundNumbers(mentions: [mention], end: token.span.upperBound)
    }

    /// An Arabic word without the article or preposition that is written in one word with it.
    func stem(_ word: String) -> String? {
        guard language == .ar, let prefix = ["ال", "و", "ل", "ب"].first(where: { word.hasPrefix($0) }) else {
            return nil
        }
        return String(word.dropFirst(prefix.count))
    }

    /// "May" and "March" are months next to a number of a day or year.
    private func isInDate(_ at: Int) -> Bool {
        let before = at > 1 && ["de", "of", "."].contains(tokens[at - 1].text) ? at - 2 : at - 1
        return before >= 0 && tokens[before].kind == .digits || at + 1 < tokens.count && tokens[at + 1].kind == .digits
    }

    /// Whether a word that can also be a number is the month of a date: 18 de dez. de 1990, 27 sept. 2016.
    func isMonthOfDate(_ at: Int) -> Bool {
        guard words.roles[tokens[at].text] != nil, words.months[tokens[at].text] != nil else { return false }
        let before = at > 1 && tokens[at - 1].text == "de" ? at - 2 : at - 1
        guard before >= 0, tokens[before].kind == .digits, at + 1 < tokens.count else { return false }
        return tokens[at + 1].text == "." || tokens[at + 1].literal?.digits.count == 4
    }
}
