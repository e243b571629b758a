internal import Language

/// Numbers below zero: a sign or a word before the number, or words after it and its degrees.
struct SignReader: NotationReader {
    let source: NumberSource

    func isMinusSign(_ at: Int) -> Bool {
        guard at >= 0, at + 1 < tokens.count, ["-", "−", "–"].contains(tokens[at].text), tokens[at + 1].kind == .digits,
            !tokens[at + 1].isSpaced
        else { return false }
        return at == 0 || tokens[at].isSpaced || "([（:".contains(tokens[at - 1].text)
    }

    /// Makes a number negative if the text says that it is below zero.
    func sign(_ found: inout FoundNumber, first: Int, after last: NumberMention?) {
        let isBefore = isMinusSign(first - 1) || hasMinus(before: first, found, after: last)
        let behind = belowZero(found)
        if let behind { found.end = max(found.end, behind) }
        guard isBefore || behind != nil else { return }
        found.mention.value = ExactDecimal(
            coefficient: -found.mention.value.magnitude.coefficient, exponent: found.mention.value.exponent)
    }

    private func hasMinus(before first: Int, _ found: FoundNumber, after last: NumberMention?) -> Bool {
        let behind = Self.behind[language] ?? []
        for phrase in words.minus where !behind.contains(phrase) {
            let widest = max(phrase.count, phrase.count == 1 ? min(phrase[0].unicodeScalars.count, 3) : 0)
            guard let start = (1...widest).map({ first - $0 }).first(where: { matches(phrase, at: $0) == first }),
                !isSubtraction(start, after: last)
            else { continue }
            if Self.lessWords.contains(phrase) {
                if isLess(start, found) { continue }
            } else if phrase == Self.hindiFromZero {
                // "From zero to ten" is not ten below zero.
                let next = token(from: found.end)
                guard tokens[next..<min(next + 3, tokens.count)].contains(where: { ["नीचे", "कम"].contains($0.text) })
                else { continue }
            }
            return true
        }
        return false
    }

    /// Whether a number ends right before the minus: "ten minus three" is two numbers.
    private func isSubtraction(_ minus: Int, after last: NumberMention?) -> Bool {
        guard minus > 0, let last else { return false }
        return last.said.upperBound == text.range(tokens[minus - 1].span).upperBound
    }

    private static let lessWords = [["menos"], ["moins"], ["meno"]]
    private static let hindiFromZero = FoldedText.words("शून्य से")

    /// Whether menos, moins or meno is a minus: at the beginning, before degrees and in "il fait moins dix". Elsewhere they
    /// mean less.
    private func isLess(_ minus: Int, _ found: FoundNumber) -> Bool {
        guard minus > 0, tokens[minus - 1].kind != .mark else { return false }
        let before = tokens[minus - 1].text
        if ["fait", "faisait", "fera"].contains(before), isDegrees(found) || found.mention.unit == nil { return false }
        return !isDegrees(found) || found.mention.unit == nil || Self.leastWords.contains(before)
    }

    /// Words before menos in "at least" and "more or less".
    private static let leastWords: Set<String> = [
        "lo", "al", "o", "ou", "au", "pelo", "ao", "du", "no", "nada", "per",
    ]

    /// Whether a number counts degrees.
    private func isDegrees(_ found: FoundNumber) -> Bool {
        found.mention.unit?.codes.contains { $0.hasPrefix("°") } ?? false
    }

    /// The end of words behind a number, of degrees or of nothing, that say that it is below zero.
    private func belowZero(_ found: FoundNumber) -> Int? {
        guard isDegrees(found) || found.mention.unit == nil else { return nil }
        let next = token(from: found.end)
        for phrase in Self.behind[language] ?? [] {
            guard let end = matches(phrase, at: next) else { continue }
            return tokens[end - 1].span.upperBound
        }
        guard isDegrees(found) else { return nil }
        // For degrees alone, and for "zehn Grad minus" if no number follows that is subtracted.
        for word in Self.behindDegrees[language] ?? [] where next < tokens.count && tokens[next].text == word {
            if next + 1 >= tokens.count || tokens[next + 1].kind == .mark || word != "minus" {
                return tokens[next].span.upperBound
            }
        }
        return nil
    }

    private static func phrases(_ list: String) -> [[String]] {
        list.split(separator: ",").map { FoldedText.words($0) }
    }

    private static let behind: [LanguageCode: [[String]]] = [
        .en: phrases("below zero,below 0,below freezing,under zero"),
        .de: phrases("unter null,unter 0,unter dem gefrierpunkt"),
        .fr: phrases(
            "sous zéro,sous 0,au dessous de zéro,au - dessous de zéro,au dessous de 0,au - dessous de 0,"
                + "en dessous de zéro,en - dessous de zéro,en dessous de 0"),
        .es: phrases("bajo cero,bajo 0,por debajo de cero,por debajo del cero,por debajo de 0"),
        .it: phrases("sotto zero,sotto lo zero,sottozero,sotto 0"),
        .pt: phrases("abaixo de zero,abaixo do zero,abaixo de 0"), .ru: phrases("ниже нуля,ниже 0"),
        .ar: phrases("تحت الصفر,دون الصفر,تحت صفر"),
    ]

    private static let behindDegrees: [LanguageCode: [String]] = [
        .de: ["minus", "frost"], .es: ["negativos"], .pt: ["negativos"], .it: ["negativi"],
        .ru: ["мороза"],
    ]

    /// Words that may say anywhere in a text that something is below zero.
    private static let hints: [LanguageCode: [[String]]] = [
        .en: phrases("below,subzero,sub,frost,frosty,freezing"),
        .de: phrases("frost,kälte,minusgrade,minusgraden,gefrierpunkt"),
        .fr: phrases("négative,négatives,gel"),
        .es: phrases("negativa,negativas,negativo,negativos"), .it: phrases("negativi,negativa,sotto"),
        .pt: phrases("negativa,negativas,negativo"),
        .ru: phrases("мороз,мороза,морозе,минусовая,минусовой,отрицательная"),
        .ar: phrases("دون الصفر,تحت صفر"), .hi: phrases("नीचे"),
    ]

    /// Whether the text says at a token that something is below zero.
    func saysMinus(_ at: Int) -> Bool {
        isMinusSign(at)
            || [words.minus, Self.behind[language] ?? [], Self.hints[language] ?? []].joined()
                .contains { matches($0, at: at) != nil }
    }
}
