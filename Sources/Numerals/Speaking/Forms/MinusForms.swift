internal import Language

/// The sign of a number below zero, which voices leave out. Without it the number has the opposite meaning.
struct MinusForms: FormReader {
    let source: FormSource

    private var clocks: ClockForms { ClockForms(source: source) }
    private var dates: DateForms { DateForms(source: source) }
    private var ordinals: OrdinalForms { OrdinalForms(source: source) }

    /// `-5`: the sign as a word, and the number after it as it is said without the sign.
    ///
    /// - Parameter read: how the text after the sign is said without it.
    func negative(_ at: Int, _ read: (Int) -> SpokenHit?) -> SpokenHit? {
        guard at + 1 < count, WrittenNumber.digit(text[at + 1]) != nil, let word = QuantityForms.minus[language],
            let number = WrittenNumber(text, at + 1, language), isMinus(at, before: number.end),
            // Before a day, a time or an ordinal the sign is a dash.
            dates.date(at + 1) == nil, clocks.clock(at + 1) == nil, ordinals.ordinal(at + 1) == nil
        else { return nil }
        let behind = read(at + 1)
        guard behind != nil || endsWord(number.end) || number.end < count && text[number.end] == "°" else { return nil }
        let words = behind?.words ?? String(text[at + 1..<number.end])
        return SpokenHit(words: joined(word, words), end: behind?.end ?? number.end)
    }

    /// Whether a dash before a number can only be a minus: no range, no item of a list, no parenthesis.
    private func isMinus(_ at: Int, before end: Int) -> Bool {
        if end + 1 < count, "-–−/:".contains(text[end]), WrittenNumber.digit(text[end + 1]) != nil { return false }
        guard at > 0 else { return !text.contains("\n") && !closesDash(end) }
        let before = text[at - 1]
        guard isSpace(at - 1) else {
            return isEastern(before) ? isDegree(end) : !before.isWhitespace && startsWord(at)
        }
        guard at > 1 else { return !closesDash(end) }
        let last = text[at - 2]
        // `10 -5` may be a range, and `B -12` a name.
        if last.isNumber || "-–−/".contains(last) || last.isNewline { return false }
        let isLetterAlone = last.isASCII && last.isUppercase && (at == 2 || !text[at - 3].isLetter)
        return !isLetterAlone && !closesDash(end)
    }

    /// Whether a second dash follows that closes a parenthesis of the first one.
    private func closesDash(_ start: Int) -> Bool {
        guard start < count else { return false }
        return (start..<count).contains { place in
            "-–−".contains(text[place]) && isLetter(text[place - 1])
                && (place + 1 == count || !isLetter(text[place + 1]) && !text[place + 1].isNumber)
        }
    }

    private func isDegree(_ at: Int) -> Bool {
        let sign = afterSpace(at)
        return sign < count && "度도ど°℃".contains(text[sign])
    }
}
