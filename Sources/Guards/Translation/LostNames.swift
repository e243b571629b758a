package import Language
package import Providers

extension TranslationGuards {
    /// What a shorter translation has lost of a longer one: whatever the guards find in it and did not find in the longer one, and
    /// names. Empty if nothing is lost.
    ///
    /// - Parameters:
    ///   - findings: what the guards find in the shorter one.
    ///   - found: what they find in the longer one.
    package static func losses(
        of shorter: String, _ findings: [GuardFinding], insteadOf longer: String, _ found: [GuardFinding],
        source: String, pair: LanguagePair
    ) -> [GuardFinding] {
        let new = findings.filter { finding in
            !found.contains { known in
                known.flag == finding.flag
                    && (!enumerated.contains(finding.flag) || Set(finding.evidence).isSubset(of: known.evidence))
            }
        }
        let lost = LostNames(source: source, pair: pair).lost(in: shorter, of: longer)
        guard !lost.isEmpty else { return new }
        let list = lost.joined(separator: ", ")
        return new + [
            GuardFinding(
                flag: "names", severity: .meaning, reason: "the shorter text leaves out names", evidence: lost,
                hint: "Keep these names: \(list).")
        ]
    }

    /// The guards that list all that is wrong in their evidence, so that more of it is a new fault.
    private static let enumerated: Set = ["numbers", "dates", "glossary"]
}

/// The names of one translation that another one of the same text has lost.
///
/// A name is a word with a capital inside a sentence. At the beginning of a sentence, and in German, it has to be a known name or
/// a word of the source, too. In scripts without capitals, words in Latin letters count.
struct LostNames {
    private let language: LanguageCode
    private let said: Set<String>

    init(source: String, pair: LanguagePair) {
        language = pair.to
        said = Set(Self.words(source).filter { $0.text.first?.isUppercase ?? false }.map { Self.folded($0.text) })
    }

    /// In the order of the longer text, each once.
    func lost(in shorter: String, of longer: String) -> [String] {
        let kept = Self.words(shorter).map { Self.folded($0.text) }
        var told: Set<String> = []
        return Self.words(longer).filter(isName).map(\.text).filter { name in
            let name = Self.folded(name)
            return !kept.contains { Self.isForm($0, of: name) } && told.insert(name).inserted
        }
    }

    private func isName(_ word: (text: String, begins: Bool)) -> Bool {
        guard word.text.count > 1, let first = word.text.first else { return false }
        guard !language.scripts.isDisjoint(with: [.latin, .cyrillic]) else { return first.isASCII }
        guard first.isUppercase else { return false }
        guard word.begins || language == .de else { return true }
        return said.contains(Self.folded(word.text))
            && LanguageIdentifier.share(ofWordsOf: language, in: word.text) == 0
            || LanguageIdentifier.isName(word.text)
    }

    /// Whether a word may be a name with another ending.
    private static func isForm(_ word: String, of name: String) -> Bool {
        let stem = name.count > 4 ? name.dropLast(2) : name[...]
        return word.hasPrefix(stem)
    }

    private static func folded(_ word: String) -> String { SearchText.folded(word) }

    private static func isLatin(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { $0.value < 0x250 } ?? false
    }

    /// The words, and whether each begins a sentence.
    private static func words(_ text: String) -> [(text: String, begins: Bool)] {
        var words: [(String, Bool)] = []
        var (word, begins) = ("", true)
        for character in text {
            let isInWord = character.isLetter || character.isNumber
            // A Latin word may stand between Japanese ones without spaces.
            if let last = word.last, !isInWord || isLatin(last) != isLatin(character) {
                words.append((word, begins))
                (word, begins) = ("", false)
            }
            if isInWord {
                word.append(character)
                continue
            }
            if ".!?…:;¿¡\"“”«»„".contains(character) { begins = true }
        }
        return word.isEmpty ? words : words + [(word, begins)]
    }
}
