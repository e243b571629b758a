internal import Language

/// What is around a number just found: its sign, its currency, its unit, "and a half".
struct SurroundingsReader: NotationReader {
    let source: NumberSource

    private var spelling: SpelledReader { SpelledReader(source: source) }
    private var halves: HalvesReader { HalvesReader(source: source) }
    private var units: UnitReader { UnitReader(source: source) }
    private var signs: SignReader { SignReader(source: source) }
    private var measures: MeasureReader { MeasureReader(source: source) }
    private var setPhrases: SetPhraseReader { SetPhraseReader(source: source) }

    /// Reads the parts around a number just found: its sign and currency before it, its unit after it, "and a half".
    ///
    /// - Parameters:
    ///   - first: its first token.
    ///   - last: the number before it in the text.
    func attach(_ found: inout FoundNumber, first: Int, after last: NumberMention?) {
        if found.mention.kind == .clock { return }
        if found.mention.unit == nil, first > 0, let unit = units.unitBefore(first) {
            found.mention.unit = unit
            found.start = tokens[first - 1].span.lowerBound
        }
        setPhrases.easternDozens(&found)
        halves.suffix(&found)
        if units.share(&found) || measures.italianHundreds(&found) { return }
        units.unitAfter(&found)
        halves.suffix(&found)
        measures.frenchPounds(&found)
        measures.secondPercent(&found, first: first, after: last)
        measures.centsBehindMoney(&found, first: first, after: last)
        measures.tenthsOfDegree(&found)
        measures.tenthsOfFever(&found)
        measures.centimetres(&found)
        // $3.50 is said as three dollars and fifty cents.
        if found.mention.unit?.dimension == .currency, let cents = found.mention.value.scaled(by: 2).integer,
            cents > 100, cents % 100 > 0
        {
            found.mention.parts.append([ExactDecimal(cents / 100), ExactDecimal(cents % 100)])
        }
        // Три may be another word, but with euros it is three.
        if found.mention.unit?.dimension == .currency, let count = found.mention.value.integer,
            (2...99).contains(count),
            case .value? = spelling.roles(first).last?.role
        {
            found.mention.isCertain = true
        }
        signs.sign(&found, first: first, after: last)
    }
}
