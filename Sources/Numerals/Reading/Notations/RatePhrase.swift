internal import Language

/// Words that say per what length of time something is counted.
struct RatePhrase {
    enum Condition { case none, money, numberBefore, numberBehind }

    var unit: String
    var words: [String]
    var scalars: [Unicode.Scalar]
    var condition: Condition
    var isEastern: Bool

    /// `unit: phrase, phrase`. `#` before a phrase requires a number before it, `$` money, `~` a number after it.
    private static func read(_ table: String, isEastern: Bool = false) -> [RatePhrase] {
        table.split(separator: "\n").flatMap { line -> [RatePhrase] in
            let halves = line.split(separator: ":")
            guard halves.count == 2 else { return [] }
            let unit = halves[0].trimmed
            return halves[1].split(separator: ",").map { phrase in
                let said = phrase.trimmed
                let marks: [Character: Condition] = ["#": .numberBefore, "$": .money, "~": .numberBehind]
                let condition = said.first.flatMap { marks[$0] } ?? .none
                let folded = FoldedText.fold(condition == .none ? said : String(said.dropFirst()))
                return RatePhrase(
                    unit: unit, words: folded.split(separator: " ").map(String.init),
                    scalars: Array(folded.unicodeScalars), condition: condition, isEastern: isEastern)
            }
        }
        .sorted { $0.scalars.count > $1.scalars.count }
    }

    static let all = Dictionary(
        uniqueKeysWithValues: WordFile("Numerals/rates.txt").sectionsByLanguage.map { language, section in
            (language, read(section.text, isEastern: [.zh, .ja, .ko].contains(language)))
        })
}

extension Substring {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
