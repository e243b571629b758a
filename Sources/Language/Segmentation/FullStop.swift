/// Decides whether a single full stop ends its sentence: it may also mark an abbreviation or a number.
struct FullStop {
    private let language: LanguageCode
    private let abbreviations: Abbreviations
    private let hasClosers: Bool
    /// The word before the full stop, as written, without brackets and elided articles.
    private let word: String
    /// The word together with a short abbreviation before it: for `B` of `z. B.` it is `z.B`.
    private let joined: String
    /// How many words the sentence has before that word; counting stops at five.
    private let wordsBefore: Int
    private let followsCapital: Bool
    private let isUncased: Bool

    /// The longest abbreviation; longer words are none.
    private static let longest = 24

    init(_ scanner: BoundaryScanner, _ window: TextWindow, at position: Int, hasClosers: Bool) {
        language = scanner.language
        abbreviations = scanner.abbreviations
        self.hasClosers = hasClosers
        isUncased = scanner.isUncased == true
        var begin = position
        while begin > scanner.start, position - begin < Self.longest, Self.isOfWord(window[begin - 1]) { begin -= 1 }
        word = window.text(begin..<position)
        var words = 0
        var inWord = false
        for index in scanner.start..<begin {
            if window[index].isSpace {
                inWord = false
            } else if !inWord, window[index].isLetter || window[index].isDigit {
                inWord = true
                words += 1
                if words > 4 { break }
            }
        }
        wordsBefore = words
        var last = begin
        while last > scanner.start, window[last - 1].isSpace { last -= 1 }
        var previous = last
        while previous > scanner.start, !window[previous - 1].isSpace { previous -= 1 }
        followsCapital = previous < last && window[previous].isUpper
        let isShort = last < begin && (2...3).contains(last - previous) && window[last - 1] == "."
        joined = (isShort ? window.text(previous..<last) : "") + word
    }

    /// Apostrophes end the article before a word: `l'Ing.`
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isSpace && !Punctuation.opening.contains(scalar) && !Punctuation.closing.contains(scalar)
            && scalar != "," && scalar != ":" && scalar != ";" && scalar != "/" && !scalar.isIdeographic
            && !Punctuation.itemBullets.contains(scalar)
    }

    func endsSentence(before start: SentenceStart, _ ahead: inout TextLookahead) -> Bool {
        let lowered = word.lowercased()
        let group = joined.lowercased()
        let isAlsoWord = abbreviations.alsoWords.contains(lowered)
        if start.kind == .lower {
            return !hasClosers && isUncased && (isAlsoWord || !isAbbreviation(lowered)) && !isInitial
        }
        // The number or letter of an item: "1. The first".
        if wordsBefore == 0, isInitial || (isNumber && word.count <= 3) { return false }
        if hasClosers || word.isEmpty { return true }
        if isNumber { return endsBehindNumber(before: start, &ahead) }
        if ["a.m", "p.m"].contains(group), start.kind == .upper {
            // "At 5 a.m. Mr. Smith went": too few words before it for a sentence.
            return wordsBefore > 2 || startsNew(start, &ahead)
        }
        if group != lowered, abbreviations.trailing.contains(group) {
            return endsBehindAbbreviation(before: start, &ahead)
        }
        // A capital within a sentence indicates an abbreviation, but not in German.
        let mayBeWord = wordsBefore == 0 || language == .de || word == lowered
        if mayBeWord, start.kind != .digit, isAlsoWord { return true }
        if abbreviations.leading.contains(lowered) { return false }
        if abbreviations.trailing.contains(lowered) || (language == .de && lowered.hasSuffix("str")) {
            return endsBehindAbbreviation(before: start, &ahead)
        }
        if isInitial { return Self.isWord(language, word, followsCapital) || startsNew(start, &ahead) }
        if isDotted { return endsBehindAbbreviation(before: start, &ahead) }
        return true
    }

    /// Whether the next word begins sentences and is not part of names.
    private func startsNew(_ start: SentenceStart, _ ahead: inout TextLookahead) -> Bool {
        abbreviations.starters.contains(start.word(&ahead))
    }

    private func isAbbreviation(_ lowered: String) -> Bool {
        abbreviations.leading.contains(lowered) || abbreviations.trailing.contains(lowered) || isDotted
            || isNumber
    }

    private func endsBehindAbbreviation(before start: SentenceStart, _ ahead: inout TextLookahead) -> Bool {
        switch start.kind {
        case .upper, .lower: startsNew(start, &ahead)
        case .digit: false
        case .uncased, .other: true
        }
    }

    private func endsBehindNumber(before start: SentenceStart, _ ahead: inout TextLookahead) -> Bool {
        // Ordinal numbers: "am 3. Mai", "der 2. Weltkrieg".
        if language == .de, word.count <= 2, start.kind != .other { return startsNew(start, &ahead) }
        return start.kind != .digit || word.count > 2
    }

    private var isNumber: Bool { !word.isEmpty && word.unicodeScalars.allSatisfy(\.isDigit) }

    /// One letter, or in Hindi one syllable, which is how initials are spelled there.
    private var isInitial: Bool {
        let scalars = word.unicodeScalars
        guard !word.isEmpty, scalars.allSatisfy(\.isLetter) else { return false }
        if language == .hi { return scalars.count <= 2 }
        return word.count == 1 && !scalars.contains { Script(of: $0) == .hangul }
    }

    /// Short groups of letters with full stops between them: `U.S`, `т.е`
    private var isDotted: Bool {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { (1...3).contains($0.count) && $0.unicodeScalars.allSatisfy(\.isLetter) }
    }

    private static func isWord(_ language: LanguageCode, _ word: String, _ followsCapital: Bool) -> Bool {
        switch language {
        case .en: word == "I" && !followsCapital
        case .ru: word == "я"
        default: false
        }
    }
}
