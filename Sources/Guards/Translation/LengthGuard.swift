package import Language
package import Providers

/// A translation is neither much longer nor much shorter than its text, and says no sentence again that the text says once.
///
/// Lengths count letters and digits, each weighed by how much a language says with one. A Chinese character says about as much
/// as three Latin letters. The weights, in letters of English for one letter, are estimates. The bounds are a judgement, wide
/// enough for short phrases.
package struct LengthGuard: TranslationGuard {
    package let name = "length"

    package func finding(in answer: GuardedAnswer) -> GuardFinding? {
        let source = Self.weight(answer.source, answer.pair.from)
        let translation = Self.weight(answer.translation, answer.pair.to)
        guard source > 0, translation > 0 else { return nil }
        let ratio = translation / source
        // Short texts vary more: "OK" is "Einverstanden".
        let spread = source < 12 ? 6.0 : source < 30 ? 3.6 : source < 80 ? 2.6 : 2.2
        let slack = source < 12 ? 25.0 : 12
        if let again = Self.repeated(in: answer) {
            return GuardFinding(
                flag: name, severity: .meaning, reason: "the answer says a sentence more often than the text",
                evidence: [again], hint: "Translate the text once.")
        }
        let isLong = translation > source * spread + slack
        let isShort = source > 15 && translation < source / (spread + 0.2) || source > 60 && ratio < 0.42
        guard isLong || isShort else { return nil }
        let percent = Int((min(ratio, 1_000) * 100).rounded())
        return GuardFinding(
            flag: name, severity: .meaning,
            reason: "the answer is \(percent) % as long as such a text is in \(answer.pair.target.englishName)",
            evidence: ["\(percent) %"],
            hint: isLong
                ? "Translate only what the text says, and add nothing."
                : "Translate the whole text; the last answer left out much of it.")
    }

    /// A sentence that comes more than once in an answer with more sentences than the text, of which each differs.
    private static func repeated(in answer: GuardedAnswer) -> String? {
        let source = NeighbourGuard.sentences(answer.source).map { EchoGuard.split(String($0)) }
        let said = NeighbourGuard.sentences(answer.translation).map { EchoGuard.split(String($0)) }
        guard said.count > source.count, Set(source).count == source.count else { return nil }
        let least = answer.pair.to.isWrittenWithoutSpaces ? 5 : 12
        for (place, sentence) in said.enumerated()
        where sentence.joined().count >= least && said[..<place].contains(sentence) {
            return sentence.joined(separator: " ")
        }
        return nil
    }

    /// How much a text says, in letters of English.
    package static func weight(_ text: String, _ language: LanguageCode) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            if let isLetter = scalar.isASCIILetter {
                return sum + (isLetter ? 1 : (0x30...0x39).contains(scalar.value) ? weightOfDigits : 0)
            }
            if scalar.properties.isAlphabetic { return sum + weight(scalar) }
            return scalar.properties.numericType != nil ? sum + weightOfDigits : sum
        }
    }

    /// A digit counts for several letters: 9:20 is "twenty past nine".
    private static let weightOfDigits = 3.0

    private static func weight(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x3040...0x30FF: 1.5
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FFFF: 3
        case 0xAC00...0xD7A3: 2.1
        case 0x590...0x6FF: 1.25
        case 0x900...0x97F: 1.1
        default: 1
        }
    }
}
