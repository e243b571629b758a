internal import Language

/// Telephone numbers with their plus, digit by digit.
struct PhoneForms: FormReader {
    let source: FormSource

    /// `+49 30 123456`, digit by digit. Only the plus makes it certain that this is a telephone number.
    func phone(_ at: Int) -> SpokenHit? {
        var groups: [String] = []
        var (next, total, isOpen) = (at + 1, 0, false)
        while next < count, groups.count < 8 {
            let (group, end) = digits(next)
            guard !group.isEmpty else { break }
            groups.append(group)
            total += group.count
            next = end
            var sign = next
            if isOpen, sign < count, text[sign] == ")" { (sign, isOpen) = (sign + 1, false) }
            // `(0)` is dialled at home and not from abroad, so reading it out would mislead.
            while sign < count, sign - next < 3, " -.\u{A0}/".contains(text[sign]) { sign += 1 }
            if groups.count == 1, sign + 1 < count, text[sign] == "(", text[sign + 1] != "0" {
                (sign, isOpen) = (sign + 1, true)
            }
            guard sign > next, sign < count, WrittenNumber.digit(text[sign]) != nil else { break }
            next = sign
        }
        guard (8...15).contains(total), !isOpen, endsWord(next), let plus = Self.plus[language] else { return nil }
        let spelled = groups.map { $0.compactMap(\.wholeNumberValue).compactMap(digit).joined(separator: " ") }
        return SpokenHit(words: plus + " " + spelled.joined(separator: ", "), end: next)
    }

    /// A whole telephone number that is not read out: `+1 (415) 555-0123` is not "four hundred fifteen".
    func dialled(_ at: Int) -> SpokenHit? {
        var (end, total) = (at + 1, 0)
        var next = end
        while next < count, next - end < 4 {
            if WrittenNumber.digit(text[next]) != nil {
                (total, end) = (total + 1, next + 1)
            } else if !" ()-.\u{A0}/".contains(text[next]) {
                break
            }
            next += 1
        }
        return (8...15).contains(total) ? SpokenHit(words: String(text[at..<end]), end: end) : nil
    }

    private func digit(_ digit: Int) -> String? {
        language == .ko && digit == 0 ? "공" : grammar.cardinal(digit)
    }

    private static let plus: [LanguageCode: String] = [
        .en: "plus", .es: "más", .fr: "plus", .de: "plus", .it: "più", .pt: "mais", .zh: "加", .ja: "プラス", .ko: "플러스",
        .ar: "زائد", .hi: "प्लस", .ru: "плюс",
    ]
}
