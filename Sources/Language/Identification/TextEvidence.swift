/// The evidence in a text, by script, and the evidence between the languages that share a script.
struct TextEvidence {
    /// About one unit for each word in each script, so that scripts are comparable.
    private(set) var units: [Script: Double] = [:]
    /// See ``LatinEvidence``.
    let latinLogOdds: LatinModel.Lanes
    /// See ``HanEvidence``.
    let oddsOfChinese: Double

    /// A Chinese word has about one and a half letters.
    private static let unitsOfIdeograph = 0.7
    /// If a script belongs to no tested language, a single letter of it is a sign (`β`, `Ω`).
    private static let unitsOfSign = 0.1

    init(_ text: String) {
        let latin = LatinEvidence(LatinWord.words(of: LatinCodes.removed(from: text)))
        latinLogOdds = latin.logOdds
        if latin.units > 0 { units[.latin] = latin.units }
        var (previous, run) = (Script?.none, 0)
        for character in text {
            let script = character.unicodeScalars.first.flatMap(Script.init(of:))
            run = script == previous ? run + 1 : 0
            if let script, script != .latin {
                if script == .han || script == .kana {
                    units[script, default: 0] += Self.unitsOfIdeograph
                } else if !script.isOfTested {
                    if run < 2 { units[script, default: 0] += run == 0 ? Self.unitsOfSign : 1 - Self.unitsOfSign }
                } else if run == 0 {
                    units[script, default: 0] += 1
                }
            }
            previous = script
        }
        // Most texts have none of these scripts, and a search for words without spaces between them takes long.
        let isEastern = units[.han] != nil || units[.kana] != nil
        oddsOfChinese = isEastern ? Double(HanEvidence.oddsOfChinese(text)) : 0
    }

    func units(of scripts: Set<Script>) -> Double { scripts.reduce(0) { $0 + units[$1, default: 0] } }
}
