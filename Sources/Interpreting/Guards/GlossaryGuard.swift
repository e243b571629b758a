internal import Language

/// A term of the glossary that the source says must be said in one of its forms.
///
/// Terms are found without regard to case, at the beginning of words; in Chinese and Japanese anywhere. A form may be inflected:
/// the last letters of a word of five or more are free in languages that decline.
struct GlossaryGuard: TranslationGuard {
    let name = "glossary"

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        var missed: [GlossaryTerm] = []
        // The longest term first: a term inside another that was found is not asked for.
        var covered: [Range<String.Index>] = []
        let source = Self.folded(answer.source)
        let translation = Self.folded(answer.translation)
        for term in answer.glossary.sorted(by: { $0.source.count > $1.source.count }) {
            let ranges = Self.ranges(of: Self.folded(term.source), in: source, answer.pair.from)
                .filter { range in !covered.contains { $0.overlaps(range) } }
            guard !ranges.isEmpty else { continue }
            covered += ranges
            let forms = term.targets.isEmpty ? [term.source] : term.targets
            if !forms.contains(where: { !Self.ranges(of: Self.folded($0), in: translation, answer.pair.to).isEmpty }) {
                missed.append(term)
            }
        }
        guard !missed.isEmpty else { return nil }
        let wanted = missed.map { "\($0.source) = \($0.targets.first ?? $0.source)" }
        return GuardFinding(
            flag: name, severity: .detail, reason: "terms not rendered as asked: \(wanted.joined(separator: ", "))",
            evidence: missed.map(\.source), hint: "Use these terms: \(wanted.joined(separator: ", ")).")
    }

    private static func folded(_ text: String) -> String { text.lowercased().replacing("ё", with: "е") }

    private static func ranges(of term: String, in text: String, _ language: LanguageCode) -> [Range<String.Index>] {
        guard !term.isEmpty else { return [] }
        let found = places(of: term, in: text, language)
        if !found.isEmpty { return found }
        // Declension changes the end: Москва, Москвы; die Anlage, der Anlagen.
        guard [.ru, .de, .ko, .hi, .ar, .it, .es, .pt, .fr].contains(language) else { return [] }
        let words = term.split(separator: " ")
        guard let last = words.last, last.count >= 5 else { return [] }
        return places(of: String(term.dropLast(last.count >= 7 ? 2 : 1)), in: text, language)
    }

    private static func places(of term: String, in text: String, _ language: LanguageCode) -> [Range<String.Index>] {
        text.ranges(of: term).filter { range in
            guard !language.isWrittenWithoutSpaces, range.lowerBound > text.startIndex else { return true }
            let before = text[text.index(before: range.lowerBound)]
            // Arabic writes prepositions and the article with the word.
            return !before.isLetter || language == .ar && "البولفك".contains(before)
        }
        .filter { range in
            guard !language.isWrittenWithoutSpaces, term.count <= 3, range.upperBound < text.endIndex, language != .ko
            else { return true }
            return !text[range.upperBound].isLetter
        }
    }
}
