internal import Language

/// Years next to a word that marks them as such: "since 1990", `1990 года`.
struct YearForms: FormReader {
    let source: FormSource

    /// A year next to a word that marks it as one: "since 1990", "im Jahr 1990", "1990 года".
    func year(_ at: Int) -> SpokenHit? {
        let (field, end) = digits(at)
        guard field.count == 4, let number = Int(field), (1_100...2_099).contains(number), endsWord(end) else {
            return nil
        }
        let before = wordBefore(at)
        switch language {
        case .en:
            guard ["in", "since", "until", "till", "year", "circa", "by", "during"].contains(before) else { return nil }
            let next = isSpace(end) ? word(end + 1).text : ""
            guard next.isEmpty || Self.mayFollowYear.contains(next), !isBeforeQuantity(end) else { return nil }
        case .de:
            guard
                [
                    "jahr", "jahre", "jahres", "seit", "anno", "januar", "februar", "märz", "april", "mai", "juni",
                    "juli",
                    "august", "september", "oktober", "november", "dezember",
                ].contains(before), !isBeforeQuantity(end)
            else { return nil }
        case .hi:
            guard before == "सन" || before == "सन्" || before == "वर्ष" else { return nil }
        case .ru:
            guard isSpace(end) else { return nil }
            let form = ["года": "genitive", "году": "locative", "год": ""][word(end + 1).text]
            guard let form, form != "locative" || before == "в" else { return nil }
            let words = form.isEmpty ? nil : grammar.russianYear(number, form)
            return words.map { SpokenHit(words: $0, end: end) }
        default: return nil
        }
        return grammar.year(number).map { SpokenHit(words: $0, end: end) }
    }

    private func isBeforeQuantity(_ at: Int) -> Bool {
        let next = afterSpace(at)
        return next < count && "%€$£°".contains(text[next])
    }

    private static let mayFollowYear: Set<String> = [
        "i", "we", "he", "she", "it", "they", "you", "the", "and", "or", "but", "when", "was", "were", "is", "to",
        "after", "before",
        "there", "my", "his", "her", "our", "their", "with", "by", "as", "at", "on", "until", "this", "that", "which",
        "who",
    ]
}
