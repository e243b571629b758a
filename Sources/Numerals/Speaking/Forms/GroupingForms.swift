internal import Language

/// Thousands that are separated by spaces, which voices read as two numbers.
struct GroupingForms: FormReader {
    let source: FormSource

    /// `12 500`: the digits joined, so that the voice reads them as one number.
    func grouping(_ at: Int) -> SpokenHit? {
        guard let number = WrittenNumber(text, at, language), number.isGrouped, endsWord(number.end),
            text[at..<number.end].contains(where: \.isWhitespace), !isIdentifier(at)
        else { return nil }
        let isRound = number.digits.hasSuffix("000")
        // Eight digits and more may be a telephone number, four digits a year.
        guard number.digits.count <= 8 || isRound, number.digits.count >= 5 || isRound && !isBeforeYear(number.end),
            number.digits.hasSuffix("00") || !number.fraction.isEmpty || isCounting(number.end)
        else { return nil }
        return SpokenHit(words: String(text[at..<number.end].filter { !$0.isWhitespace }), end: number.end)
    }

    /// Whether a word follows the number that it may count, or a sign of a measure.
    private func isCounting(_ at: Int) -> Bool {
        let next = afterSpace(at)
        guard next > at, next < count else { return false }
        if isLetter(text[next]) { return language == .de || !text[next].isUppercase }
        return "€$£₽%°".contains(text[next])
    }

    private func isBeforeYear(_ at: Int) -> Bool { isSpace(at) && word(at + 1).text.hasPrefix("год") }

    /// Whether the words before say that the digits are no number: the word right before, or one of the last four that is
    /// certain. Examples are "tel. 123 456" and "Ihr Code ist 123 456".
    private func isIdentifier(_ at: Int) -> Bool {
        let words = text[max(0, at - 40)..<at].split { !isLetter($0) && $0 != "º" }.suffix(4).map {
            String($0).lowercased()
        }
        return words.last.map(Self.identifiers.contains) ?? false || words.contains(where: Self.dialled.contains)
    }

    private static let identifiers: Set<String> = [
        "call", "number", "no", "id", "nummer", "nr", "zimmer", "numéro", "n", "número", "al", "numero", "nº", "номер",
        "رقم", "الرقم",
    ]

    private static let dialled: Set<String> = [
        "tel", "phone", "code", "pin", "telefon", "telefonnummer", "rufnummer", "handy", "anruf", "rufen", "téléphone",
        "appelez", "teléfono", "código", "llame", "telefono", "codice", "chiami", "telefone", "ligue", "телефон", "тел",
        "код", "пин", "звоните", "позвоните", "подтверждения", "هاتف", "الهاتف", "هاتفي", "رمز", "رمزك", "الرمز",
        "اتصل", "फ़ोन", "फोन", "कोड",
    ]

    /// Whether these three digits may belong to the digits before them, but not certainly: `12 500 km` in English.
    func isTorn(_ at: Int) -> Bool {
        guard at > 1, isSpace(at - 1), digits(at).text.count == 3 else { return false }
        var start = at - 1
        while start > 0, WrittenNumber.digit(text[start - 1]) != nil, at - start < 6 { start -= 1 }
        guard (1...3).contains(at - 1 - start), WrittenNumber.digit(text[start]) != 0 else { return false }
        return start == 0 || !isLetter(text[start - 1]) && !".,:/".contains(text[start - 1])
    }
}
