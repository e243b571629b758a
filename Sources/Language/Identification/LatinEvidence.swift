/// The evidence that words in Latin letters give about the language of a text.
struct LatinEvidence {
    private typealias Lanes = LatinModel.Lanes

    /// For each lane of ``LatinModel``: the natural logarithm of the probability of the words, up to a common term.
    private(set) var logOdds = LatinModel.Lanes.zero
    /// How many words there are that could not appear in a text of another script as well.
    private(set) var units = 0.0

    /// The largest weight of one word, as a logarithm of odds: for a listed word, a spelled one, and one that may be a name.
    private static let maximumListedWeight: Float = 5
    private static let maximumSpelledWeight: Float = 3
    private static let maximumNameWeight: Float = 0.6
    /// The weight of a word's frequency between languages that both have it. It is so small that one such word decides nothing
    /// (`no`, `casa`).
    private static let maximumSharedWeight: Float = 0.2
    /// The largest weight of a text that contains only names, in words.
    private static let maximumUnitsOfNames = 0.4
    /// If a text in capitals has this many letters or more, it is ordinary text in capitals, not an abbreviation like `BMW`.
    private static let fewestShouted = 8
    /// The weight of the letters' logarithm: letters are not independent of each other.
    private static let trustInSpelling: Float = 0.7

    init(_ words: [LatinWord]) {
        // A text all in capitals is ordinary text; its words are not abbreviations.
        let letters = words.reduce(0) { $0 + $1.text.count }
        let shouts =
            words.count > 1 && letters >= Self.fewestShouted
            && words.allSatisfy { $0.isUppercase || $0.text.count == 1 }
        let judgements = words.map { LatinModel.shared.judge($0.text) }
        let names =
            shouts
            ? words.map { _ in false }
            : LatinNames.parts(of: words, judgements)
        for (index, word) in words.enumerated() where !Self.international.contains(word.text) {
            let judgement = judgements[index]
            let isListed = judgement.listed.max() > 0 && !names[index]
            let relative = judgement.logLikelihood - judgement.logLikelihood.max()
            if isListed {
                let least = Lanes(repeating: -Self.maximumListedWeight).replacing(
                    with: -Self.maximumSharedWeight, where: judgement.listed .> 0)
                logOdds += relative.clamped(lowerBound: least, upperBound: .zero)
                units += 1
            } else if word.hasCapital && !shouts || names[index] {
                logOdds += (relative * 0.3).clamped(
                    lowerBound: .init(repeating: -Self.maximumNameWeight), upperBound: .zero)
                units += 0.2
            } else {
                logOdds += (relative * Self.trustInSpelling).clamped(
                    lowerBound: .init(repeating: -Self.maximumSpelledWeight), upperBound: .zero)
                units += word.text.count > 1 ? 0.6 : 0.1
            }
        }
        // A text of names only is limited, regardless of how many names it has.
        if names.allSatisfy({ $0 }) { units = min(units, Self.maximumUnitsOfNames) }
        if units < Identification.minimumUnits { logOdds = .zero }
    }

    /// Words that any language uses.
    private static let international = Set(
        LatinWord.words(
            of: """
                ok okay okey oké dokey taxi hotel internet wifi email online blog app web www http https org html pdf
                usb gps tv cd dvd dj vip sms sos covid euro euros dollar km kg cm mm ml mb gb hz kb pc
                gate hm hmm mhm mm uh uhm äh ähm ehm euh pff huh ah aha eh oh ooh wow haha hahaha hihi mmm psst lol
                pizza pasta sushi kebab jazz rock pop disco bar film video radio metro
                """
        ).map(\.text))
}
