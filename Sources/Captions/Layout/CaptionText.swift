package import Language

/// A text cut into the smallest pieces between which a caption may break, with the cost of a break after each piece.
package struct CaptionText: Sendable {
    /// A word, or a character of a script without spaces.
    package struct Atom: Sendable {
        package var text: String
        package var width: Int
        /// Whether a space comes before it, unless it is the first of its line.
        package var spaceBefore: Bool
        /// The cost of a break after it: low at the end of a sentence, high inside a phrase.
        package var breakCost: Int
        /// The number of its letters and digits.
        package var letters: Int
    }

    /// Costs of a break, in the units of ``CaptionLayout``. The end of a sentence costs less than that of a clause, and that
    /// less than the end of a word.
    package enum BreakCost {
        package static let sentence = 0
        package static let clause = 30
        package static let phrase = 90
        package static let word = 100
        /// After an article or a preposition, or between characters that probably form a word.
        package static let tight = 150
        /// Inside a word that is longer than a line, or between punctuation and what it belongs to.
        package static let cut = 400
    }

    package private(set) var atoms: [Atom] = []
    /// `columnsBefore[i]` and `lettersBefore[i]` are the sums over the atoms before the i-th, with their spaces.
    package private(set) var columnsBefore = [0]
    package private(set) var lettersBefore = [0]

    /// - Parameter mark: a word that is put before the text and is not part of it.
    package init(_ text: String, language: LanguageCode, profile: CaptionProfile, mark: String? = nil) {
        let limits = profile.limits(of: language)
        if let mark {
            let width = limits.width(of: mark)
            atoms.append(Atom(text: mark, width: width, spaceBefore: false, breakCost: BreakCost.cut, letters: 0))
        }
        for word in Self.flattened(text).split(separator: " ").map(Array.init) {
            let first = atoms.count
            appendPieces(of: word, limits: limits)
            guard first < atoms.count else { continue }
            if first > 0 {
                atoms[first].spaceBefore = true
                // Punctuation with a space before it, as in `Quoi ?`, stays with the word before it.
                if word.allSatisfy(BreakRules.closing.contains) { atoms[first - 1].breakCost = BreakCost.cut }
            }
            atoms[atoms.count - 1].breakCost = Self.cost(behind: word, language: language)
        }
        for atom in atoms {
            columnsBefore.append((columnsBefore.last ?? 0) + atom.width + (atom.spaceBefore ? 1 : 0))
            lettersBefore.append((lettersBefore.last ?? 0) + atom.letters)
        }
    }

    /// The columns of all of it on one line.
    package var width: Int { width(atoms.indices) }

    /// Columns that these atoms take on one line.
    package func width(_ range: Range<Int>) -> Int {
        guard !range.isEmpty else { return 0 }
        return columnsBefore[range.upperBound] - columnsBefore[range.lowerBound]
            - (atoms[range.lowerBound].spaceBefore ? 1 : 0)
    }

    package func line(_ range: Range<Int>) -> String {
        var line = ""
        for index in range {
            if index > range.lowerBound, atoms[index].spaceBefore { line += " " }
            line += atoms[index].text
        }
        return line
    }

    /// The text on one line. Line breaks, tabs and control characters become spaces, several spaces become one, and spaces at
    /// the ends are removed.
    package static func flattened(_ text: String) -> String {
        var flat = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case _ where scalar == "\u{FEFF}": continue
            case .control, .lineSeparator, .paragraphSeparator, .surrogate:
                isSpaceDue = true
            // No-break spaces keep the words on both sides together.
            case .spaceSeparator where scalar != "\u{A0}" && scalar != "\u{202F}":
                isSpaceDue = true
            default:
                if isSpaceDue, !flat.isEmpty { flat.append(" ") }
                isSpaceDue = false
                flat.append(scalar)
            }
        }
        return String(flat)
    }

    private mutating func appendPieces(of word: [Character], limits: CaptionLimits) {
        var piece: [Character] = []
        var width = 0
        func atom(cost: Int) -> Atom {
            Atom(
                text: String(piece), width: width, spaceBefore: false, breakCost: cost,
                letters: piece.count { $0.isLetter || $0.isNumber })
        }
        for (index, character) in word.enumerated() {
            let characterWidth = limits.width(of: character)
            if let cost = index > 0 ? BreakRules.cost(between: word[index - 1], and: character) : nil {
                atoms.append(atom(cost: cost))
                (piece, width) = ([], 0)
            } else if width + characterWidth > limits.columns {
                atoms.append(atom(cost: BreakCost.cut))
                (piece, width) = ([], 0)
            }
            piece.append(character)
            width += characterWidth
        }
        if !piece.isEmpty { atoms.append(atom(cost: BreakCost.word)) }
    }

    private static func cost(behind word: [Character], language: LanguageCode) -> Int {
        if word.allSatisfy(BreakRules.opening.contains) { return BreakCost.cut }
        let bare = word.reversed().drop { BreakRules.closingQuotes.contains($0) || $0.isFormatMark }
        guard let last = bare.first else { return BreakCost.word }
        if BreakRules.sentenceEnds.contains(last) {
            let isAbbreviation = last == "." && BreakRules.isAbbreviation(String(bare.dropFirst().reversed()))
            return isAbbreviation ? BreakCost.tight : BreakCost.sentence
        }
        if BreakRules.clauseEnds.contains(last) { return BreakCost.clause }
        return BreakRules.leansForward(String(word).lowercased(), language) ? BreakCost.tight : BreakCost.word
    }
}
