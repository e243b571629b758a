/// Finds terms in texts of one language.
///
/// It is the only type that compares terms with texts: requests contain what it finds, and the answer is checked with it.
///
/// Case, how a letter is composed, and the script of Chinese are ignored. A term begins at the beginning of a word. In Chinese
/// and Japanese it may begin anywhere, and in Arabic also after the prepositions and the article that are written with the
/// word. If terms are inside each other, the longest is found.
package struct TermFinder: Sendable {
    /// What may follow a term in its word.
    package enum Endings: Sendable {
        /// Nothing, except the particles of Korean.
        case none
        /// The endings of inflected forms in its language; particles in Korean.
        case inflected
        /// Anything, so that a compound that begins with the term matches.
        case any
    }

    /// The position of a term in a text.
    struct Place: Hashable {
        /// The index of the term.
        var term: Int
        /// The range of the text's characters.
        var range: Range<Int>
    }

    private let language: LanguageCode
    private let endings: Endings
    private let terms: [[Character]]
    private let inflection: Inflection
    /// The terms that are written with a capital.
    private let names: Set<Int>
    /// The terms by their first two letters, or by their only one.
    private let beginnings: [[Character]: [Int]]

    /// - Parameter terms: the terms to search for, in the language.
    package init(_ terms: [String], in language: LanguageCode, endings: Endings) {
        self.language = language
        self.endings = endings
        self.terms = terms.map { Self.folded(language.comparable($0)) }
        inflection = Inflection(language)
        names = Set(terms.indices.filter { terms[$0].first?.isUppercase ?? false })
        var beginnings: [[Character]: [Int]] = [:]
        for (index, term) in self.terms.enumerated() where !term.isEmpty {
            beginnings[Array(term.prefix(2)), default: []].append(index)
        }
        self.beginnings = beginnings
    }

    /// The terms that the text contains, each once, in their order in the text.
    package func terms(in text: String) -> [Int] {
        var seen: Set<Int> = []
        return places(in: text).map(\.term).filter { seen.insert($0).inserted }
    }

    /// The positions of terms in the text, in order and without overlaps.
    func places(in text: String) -> [Place] {
        guard !beginnings.isEmpty else { return [] }
        let text = Self.folded(language.comparable(text))
        var found: [Place] = []
        let insideWords = language.isWrittenWithoutSpaces || language == .ar
        for start in text.indices where insideWords || start == 0 || !text[start - 1].isLetter {
            let candidates = [text[start...].prefix(2), text[start...].prefix(1)].flatMap {
                beginnings[Array($0)] ?? []
            }
            for term in candidates where start == 0 || mayBegin(terms[term], after: text[start - 1]) {
                guard let end = end(of: term, at: start, in: text) else { continue }
                found.append(Place(term: term, range: start..<end))
            }
        }
        found.sort { ($1.range.count, $0.range.lowerBound, $0.term) < ($0.range.count, $1.range.lowerBound, $1.term) }
        var chosen: [Place] = []
        for place in found where !chosen.contains(where: { $0.range.overlaps(place.range) }) { chosen.append(place) }
        return chosen.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func mayBegin(_ term: [Character], after before: Character) -> Bool {
        guard before.isLetter else { return true }
        switch language {
        // A foreign word does not begin inside another one.
        case .zh, .ja: return !(before.isASCII && term[0].isASCII)
        case .ar: return Self.arabicPrefixes.contains(before)
        default: return false
        }
    }

    private static let arabicPrefixes: Set<Character> = ["ا", "ل", "ب", "و", "ف", "ك"]

    /// The end of the term that begins at a position; nil if a different word is there.
    private func end(of index: Int, at start: Int, in text: [Character]) -> Int? {
        let term = terms[index]
        let isWhole = matches(term[...], at: start, in: text)
        if isWhole, mayEnd(term, at: start + term.count, in: text) { return start + term.count }
        switch endings {
        case .none: return nil
        case .inflected: return inflectedEnd(of: index, at: start, in: text)
        case .any:
            if isWhole, term.count > 3 { return start + term.count }
            // Declension changes the ending: Москва, Москвы; die Anlage, der Anlagen.
            guard Self.declining.contains(language) else { return nil }
            let lastWord = term.reversed().prefix { $0 != " " }.count
            guard lastWord >= 5 else { return nil }
            let stem = term.dropLast(lastWord >= 7 ? 2 : 1)
            return matches(stem, at: start, in: text) ? start + stem.count : nil
        }
    }

    private static let declining: Set<LanguageCode> = [.ru, .de, .ko, .hi, .ar, .it, .es, .pt, .fr]

    /// The end of a term with an inflected last word: after all of that word.
    private func inflectedEnd(of index: Int, at start: Int, in text: [Character]) -> Int? {
        let term = terms[index]
        let lastWord = term.suffix(term.reversed().prefix { $0 != " " }.count)
        guard matches(term.prefix(term.count - lastWord.count), at: start, in: text) else { return nil }
        let from = start + term.count - lastWord.count
        guard !lastWord.isEmpty, from < text.count else { return nil }
        // Fast path: most candidates are different words, and no ending replaces more letters.
        let stem = lastWord.dropLast(min(Inflection.longestEnding, lastWord.count - 1))
        guard text[from...].starts(with: stem) else { return nil }
        let found = text[from...].prefix { $0.isLetter || $0 == "-" && lastWord.contains("-") }
        guard inflection.isForm(found, of: lastWord, isName: names.contains(index)) else { return nil }
        return found.endIndex
    }

    private func matches(_ term: ArraySlice<Character>, at start: Int, in text: [Character]) -> Bool {
        guard start + term.count <= text.count else { return false }
        return term.indices.allSatisfy { term[$0] == text[start + $0] }
    }

    /// Whether a word may end after the term as the term is written.
    private func mayEnd(_ term: [Character], at end: Int, in text: [Character]) -> Bool {
        guard end < text.count, text[end].isLetter else { return true }
        if language.isWrittenWithoutSpaces { return !(text[end].isASCII && (term.last?.isASCII ?? false)) }
        return language == .ko
    }

    /// Lower-case letters without differences that do not count, one for each character of the text.
    static func folded(_ text: String) -> [Character] {
        text.map { character in
            switch character {
            case "ё", "Ё": "е"
            case "\u{2019}", "\u{2BC}": "'"
            default:
                if character.isWhitespace {
                    " "
                } else {
                    character.isCased ? single(character.lowercased()) ?? character : character
                }
            }
        }
    }

    private static func single(_ text: String) -> Character? { text.count == 1 ? text.first : nil }
}
