internal import Language
internal import Providers

/// One pass over one text, from left to right.
struct FormScan: FormReader {
    let source: FormSource
    private let forms: Set<SpokenForm>
    private var spoken = ""
    private var isChanged = false

    init(_ text: [Character], _ forms: Set<SpokenForm>, _ grammar: SpokenNumberGrammar) {
        source = FormSource(text, grammar)
        self.forms = forms
    }

    /// The text in words; nil if nothing is to be changed.
    mutating func run() -> String? {
        var at = 0
        while at < count {
            if startsWord(at), let hit = hit(at), hit.end > at {
                append(hit, from: at)
                at = hit.end
            } else {
                let end = runEnd(at)
                spoken += String(text[at..<end])
                at = end
            }
        }
        return isChanged ? spoken : nil
    }

    /// Adds the words, and a space if a letter follows directly, because a sign and the text next to it are separate words.
    private mutating func append(_ hit: SpokenHit, from start: Int) {
        isChanged = true
        spoken += hit.words
        if hit.end < count, !isJoined, isLetter(text[hit.end]), let last = hit.words.last, isLetter(last),
            // Korean particles belong to the word before them.
            language != .ko || !isEastern(text[hit.end])
        {
            spoken += " "
        }
    }

    private func hit(_ at: Int) -> SpokenHit? {
        let first = text[at]
        if first.isLetter { return hitOfLetters(at) }
        if WrittenNumber.digit(first) != nil {
            return GroupingForms(source: source).isTorn(at) ? nil : hitOfDigits(at)
        }
        if first == "+" { return wanted(.phone, phones.phone, at) ?? phones.dialled(at) }
        if "-−".contains(first) {
            return wanted(.percent, measures.percent, at) ?? wanted(.unit, measures.measure, at)
                ?? wanted(.minus, { MinusForms(source: source).negative($0, hit) }, at)
        }
        return wanted(.money, money.ofSign, at)
    }

    private func hitOfLetters(_ at: Int) -> SpokenHit? {
        wanted(.address, addresses.address, at) ?? wanted(.date, dates.dateOfWords, at)
            ?? wanted(.money, money.ofSign, at) ?? wanted(.acronym, AcronymForms(source: source).acronym, at)
    }

    private func hitOfDigits(_ at: Int) -> SpokenHit? {
        let ranges = RangeForms(source: source)
        let numbers = NumberForms(source: source)
        let named =
            wanted(.address, addresses.address, at) ?? wanted(.date, dates.date, at)
            ?? wanted(.clock, ClockForms(source: source).clock, at)
        let ranged =
            named ?? wanted(.percent, { ranges.span($0, measures.percent) }, at)
            ?? wanted(.unit, { ranges.span($0, measures.measure) }, at)
        let measured =
            ranged ?? wanted(.money, money.ofNumber, at) ?? wanted(.percent, measures.percent, at)
            ?? wanted(.unit, measures.measure, at)
        let counted =
            measured ?? wanted(.ordinal, OrdinalForms(source: source).ordinal, at)
            ?? wanted(.year, YearForms(source: source).year, at) ?? wanted(.decimal, numbers.decimal, at)
        return counted ?? wanted(.cardinal, numbers.cardinal, at)
            ?? wanted(.grouping, GroupingForms(source: source).grouping, at)
    }

    private func wanted(_ form: SpokenForm, _ read: (Int) -> SpokenHit?, _ at: Int) -> SpokenHit? {
        forms.contains(form) ? read(at) : nil
    }

    private var addresses: AddressForms { AddressForms(source: source) }
    private var dates: DateForms { DateForms(source: source) }
    private var measures: MeasureForms { MeasureForms(source: source) }
    private var money: MoneyForms { MoneyForms(source: source) }
    private var phones: PhoneForms { PhoneForms(source: source) }

    /// The end of letters and digits that stand together, with the signs within numbers.
    private func runEnd(_ start: Int) -> Int {
        if WrittenNumber.digit(text[start]) != nil {
            let end = WrittenNumber.end(text, start)
            if end < count, isLetter(text[end]), !isEastern(text[end]) { return runEnd(end) }
            return max(end, start + 1)
        }
        guard isLetter(text[start]) else { return start + 1 }
        let eastern = isEastern(text[start])
        var end = start + 1
        while end < count, isLetter(text[end]) && isEastern(text[end]) == eastern || !eastern && text[end].isNumber {
            end += 1
        }
        return end
    }
}
