internal import Language

/// Signs that voices leave out. Without its minus a number has the opposite meaning, and separated thousands are read as two
/// numbers.
extension FormScan {
    static let minus: [LanguageCode: String] = [
        .en: "minus", .es: "menos", .fr: "moins", .de: "minus", .it: "meno", .pt: "menos", .zh: "负", .ja: "マイナス",
        .ko: "마이너스", .hi: "माइनस", .ar: "ناقص", .ru: "минус",
    ]

    /// `-5`: the sign as a word, and the number behind it as it is said without the sign.
    func negative(_ at: Int) -> Hit? {
        guard at + 1 < count, WrittenNumber.digit(text[at + 1]) != nil, let word = Self.minus[language],
            let number = WrittenNumber(text, at + 1, language), isMinus(at, before: number.end),
            // Before a day, a time or an ordinal the sign is a dash.
            date(at + 1) == nil, clock(at + 1) == nil, ordinal(at + 1) == nil
        else { return nil }
        let behind = hit(at + 1)
        guard behind != nil || endsWord(number.end) || number.end < count && text[number.end] == "°" else { return nil }
        let words = behind?.words ?? String(text[at + 1..<number.end])
        return Hit(words: joined(word, words), end: behind?.end ?? number.end)
    }

    /// Whether a dash before a number can only be a minus: no range, no item of a list, no parenthesis.
    private func isMinus(_ at: Int, before end: Int) -> Bool {
        if end + 1 < count, "-–−/:".contains(text[end]), WrittenNumber.digit(text[end + 1]) != nil { return false }
        guard at > 0 else { return !text.contains("\n") && !closesDash(end) }
        let before = text[at - 1]
        guard isSpace(at - 1) else {
            return isEastern(before) ? isDegree(end) : !before.isWhitespace && startsWord(at)
        }
        guard at > 1 else { return !closesDash(end) }
        let last = text[at - 2]
        // `10 -5` may be a range, and `B -12` a name.
        if last.isNumber || "-–−/".contains(last) || last.isNewline { return false }
        let isLetterAlone = last.isASCII && last.isUppercase && (at == 2 || !text[at - 3].isLetter)
        return !isLetterAlone && !closesDash(end)
    }

    /// Whether a second dash follows that closes a parenthesis of the first one.
    private func closesDash(_ start: Int) -> Bool {
        guard start < count else { return false }
        return (start..<count).contains { place in
            "-–−".contains(text[place]) && isLetter(text[place - 1])
                && (place + 1 == count || !isLetter(text[place + 1]) && !text[place + 1].isNumber)
        }
    }

    private func isDegree(_ at: Int) -> Bool {
        let sign = afterSpace(at)
        return sign < count && "度도ど°℃".contains(text[sign])
    }

    /// `12 500`: the digits joined, so that the voice reads them as one number.
    func grouping(_ at: Int) -> Hit? {
        guard let number = WrittenNumber(text, at, language), number.isGrouped, endsWord(number.end),
            text[at..<number.end].contains(where: \.isWhitespace), !isIdentifier(at)
        else { return nil }
        let isRound = number.digits.hasSuffix("000")
        // Eight digits and more may be a telephone number, four digits a year.
        guard number.digits.count <= 8 || isRound, number.digits.count >= 5 || isRound && !isBeforeYear(number.end),
            number.digits.hasSuffix("00") || !number.fraction.isEmpty || isCounting(number.end)
        else { return nil }
        return Hit(words: String(text[at..<number.end].filter { !$0.isWhitespace }), end: number.end)
    }

    /// Whether a word stands behind the number that it may count, or a sign of a measure.
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
