internal import Language

/// Ordinals: `2nd`, `1er`, `5º`, `3-й`, `3번째`.
struct OrdinalForms: FormReader {
    let source: FormSource

    func ordinal(_ at: Int) -> SpokenHit? {
        let (digits, end) = digits(at)
        guard let number = Int(digits), (1...999).contains(number), digits.first != "0", end < count else { return nil }
        switch language {
        case .en:
            let (ending, wordEnd) = word(end)
            let right = (11...13).contains(number % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
            guard ending == right, endsWord(wordEnd) else { return nil }
            return grammar.ordinal(number, "").map { SpokenHit(words: $0, end: wordEnd) }
        case .fr:
            let (ending, wordEnd) = word(end)
            guard endsWord(wordEnd) else { return nil }
            switch ending {
            case "er" where number == 1: return SpokenHit(words: "premier", end: wordEnd)
            case "re" where number == 1, "ère" where number == 1: return SpokenHit(words: "première", end: wordEnd)
            case "e" where number > 1, "ème" where number > 1:
                return grammar.ordinal(number, "masculine").map { SpokenHit(words: $0, end: wordEnd) }
            default: return nil
            }
        case .es, .it, .pt:
            let sign = language == .es && text[end] == "." ? end + 1 : end
            guard sign < count, "ºª".contains(text[sign]), endsWord(sign + 1), number <= 99 else { return nil }
            return grammar.ordinal(
                number, text[sign] == "ª" ? "feminine" : isBeforeNoun(sign + 1) ? "masculine-adjective" : "masculine"
            )
            .map { SpokenHit(words: $0, end: sign + 1) }
        case .ru:
            if has("-го", at: end), endsWord(end + 3) {
                return grammar.ordinal(number, "masculine-genitive").map { SpokenHit(words: $0, end: end + 3) }
            }
            // Other endings can stand for several cases.
            guard let gender = ["-й": "masculine", "-я": "feminine"].first(where: { has($0.key, at: end) })?.value,
                endsWord(end + 2), wordBefore(at).isEmpty || !Self.russianCases.contains(wordBefore(at))
            else { return nil }
            return grammar.ordinal(number, gender).map { SpokenHit(words: $0, end: end + 2) }
        case .ko:
            let start = afterSpace(end)
            guard has("번째", at: start) else { return nil }
            return grammar.ordinal(number, "native-count").map { SpokenHit(words: $0, end: start + 2) }
        case .hi:
            let (ending, wordEnd) = word(end)
            guard number >= 7, ["वीं", "वाँ", "वां", "वें"].contains(ending), endsWord(wordEnd) else { return nil }
            return grammar.cardinal(number).map { SpokenHit(words: $0 + ending, end: wordEnd) }
        default: return nil
        }
    }

    /// Words after which an ordinal that ends in -й is feminine and not in the nominative.
    private static let russianCases: Set<String> = [
        "в", "во", "на", "о", "об", "при", "с", "со", "к", "ко", "по", "от", "до", "из", "у", "без", "для", "после",
        "около",
        "над", "под", "перед", "между",
    ]

    /// Whether a Spanish ordinal loses its last letter: "primer piso", but "primero de mayo".
    private func isBeforeNoun(_ at: Int) -> Bool {
        guard language == .es, isSpace(at) else { return false }
        let next = word(at + 1).text
        return !next.isEmpty
            && !["de", "del", "en", "y", "o", "a", "que", "es", "fue", "por", "para", "con"].contains(next)
    }
}
