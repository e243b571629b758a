internal import Language

/// One reading of one text, from left to right.
struct NumberPass: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }
    private var dates: DateReader { DateReader(source: source) }
    private var fractions: FractionReader { FractionReader(source: source) }
    private var clocks: ClockReader { ClockReader(source: source) }
    private var hours: HourReader { HourReader(source: source) }
    private var setPhrases: SetPhraseReader { SetPhraseReader(source: source) }

    /// The numbers in the order of the text.
    func run() -> [NumberMention] {
        var mentions: [NumberMention] = []
        let skippedWords = SkippedWords(source: source)
        var (at, idiomEnd) = (0, 0)
        while at < tokens.count {
            idiomEnd = words.idioms.reduce(idiomEnd) { max($0, matches($1, at: at) ?? 0) }
            if let skipped = skippedWords.skipped(at) {
                at = skipped
                continue
            }
            if let several = dates.date(at) ?? hours.several(at) {
                mentions += several.mentions
                at = token(from: several.end)
                continue
            }
            if !dates.isMonthOfDate(at), var found = found(at) {
                SurroundingsReader(source: source).attach(&found, first: at, after: mentions.last)
                HalfDayReader(source: source).meridiem(&found, first: at)
                if at < idiomEnd || setPhrases.isSaidAgain(found, at) { found.mention.isCertain = false }
                let start = found.start ?? tokens[at].span.lowerBound
                found.mention.said = text.range(start..<max(found.end, tokens[at].span.upperBound))
                mentions.append(found.mention)
                at = max(at + 1, token(from: found.end))
                continue
            }
            if let loose = dates.month(at) ?? AmbiguousNumberReader(source: source).unsure(at, after: mentions.last) {
                mentions += loose.mentions
                at = max(at + 1, token(from: loose.end))
                continue
            }
            at += 1
        }
        return mentions
    }

    /// The number that begins at a token, in the first notation that fits.
    private func found(_ at: Int) -> FoundNumber? {
        phrase(at) ?? timeOfDay(at) ?? fractions.written(at) ?? HalvesReader(source: source).prefixed(at)
            ?? numerals.number(at)
    }

    /// Numbers that are said by a whole phrase: measures, decades, quarters of an hour, half dozens and thirds.
    private func phrase(_ at: Int) -> FoundNumber? {
        MeasureReader(source: source).bareMetre(at) ?? setPhrases.englishDecade(at) ?? setPhrases.quarterHour(at)
            ?? setPhrases.halfDozen(at) ?? setPhrases.middayPhrase(at) ?? fractions.spoken(at)
    }

    private func timeOfDay(_ at: Int) -> FoundNumber? {
        RelativeTimeReader(source: source).told(at) ?? clocks.clock(at) ?? hours.behindArticle(at)
            ?? hours.inRange(at) ?? hours.russianHalf(at)
    }
}
