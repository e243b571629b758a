internal import Language

/// Acronyms that are spelled letter by letter: `DHL`.
struct AcronymForms: FormReader {
    let source: FormSource

    /// `DHL`: two to five capitals that cannot be said as a word. With a vowel among them it is not certain that they are
    /// spelled.
    func acronym(_ at: Int) -> SpokenHit? {
        if let hit = knownAcronym(at) { return hit }
        var end = at
        while end < count, text[end].isASCII, text[end].isUppercase { end += 1 }
        let letters = text[at..<end]
        guard (2...5).contains(letters.count), endsWord(end), !letters.contains(where: { "AEIOUY".contains($0) }),
            // Roman numerals and abbreviated words are not acronyms.
            !letters.allSatisfy({ "IVXLCDM".contains($0) }), !Self.shortened.contains(String(letters)),
            !isBehindNumber(at), text.contains(where: { $0.isLetter && !$0.isUppercase })
        else { return nil }
        return SpokenHit(words: letters.map { String($0) }.joined(separator: " "), end: end)
    }

    /// An acronym that is known to be spelled. A part of a compound may follow: EU-Kommission.
    private func knownAcronym(_ at: Int) -> SpokenHit? {
        var end = at
        while end < count, end - at <= Acronyms.longest, text[end].isUppercase { end += 1 }
        let isPart = end + 1 < count && "-’'".contains(text[end]) && text[end + 1].isLetter
        guard end - at >= 2, endsWord(end) || isPart, !isBehindNumber(at), !isAmongCapitals(at, end) else { return nil }
        return Acronyms.words(String(text[at..<end]), language).map { SpokenHit(words: $0, end: end) }
    }

    /// Whether the words next to it are in capitals as well. Then IT may be the word "it" with emphasis.
    private func isAmongCapitals(_ at: Int, _ end: Int) -> Bool {
        guard text.contains(where: { $0.isLetter && $0.isLowercase }) else { return true }
        func isLoud(_ letters: ArraySlice<Character>) -> Bool { letters.count > 1 && letters.allSatisfy(\.isUppercase) }
        let before = at > 0 && isSpace(at - 1) ? text[..<(at - 1)].suffix(20).reversed().prefix { $0.isLetter } : []
        let next = isSpace(end) ? text[(end + 1)...].prefix(20).prefix { $0.isLetter } : []
        return isLoud(Array(before)[...]) || isLoud(Array(next)[...])
    }

    private func isBehindNumber(_ at: Int) -> Bool {
        let before = at > 0 && isSpace(at - 1) ? at - 2 : at - 1
        return before >= 0 && text[before].isNumber
    }

    private static let shortened: Set<String> = [
        "MR", "MRS", "MS", "DR", "ST", "PR", "SR", "SRS", "FR", "HR", "JR", "MT", "NR", "PT", "RD", "VS", "GMBH", "LTD",
        "BZW", "PSST",
        "HMM", "BRRR", "SHH", "PST", "TSK", "PFFT", "GRR", "GRRR", "ZZZ", "PH", "SMS",
    ]
}
