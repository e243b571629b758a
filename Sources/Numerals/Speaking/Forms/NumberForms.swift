internal import Language

/// Whole numbers and decimals that can be said in only one way.
struct NumberForms: FormReader {
    let source: FormSource

    /// `3,5` on its own. Arabic and Russian are left out, because the number agrees with what follows.
    func decimal(_ at: Int) -> SpokenHit? {
        guard let number = WrittenNumber(text, at, language), !number.fraction.isEmpty, language != .ar,
            language != .ru,
            !isBeforeSign(number.end), let words = grammar.amount(number)
        else { return nil }
        if isBeforeLetters(number.end) { return SpokenHit(words: words + " ", end: number.end) }
        return endsWord(number.end) ? SpokenHit(words: words, end: number.end) : nil
    }

    /// `2.5GB` within another script: letters for which there are no words here.
    private func isBeforeLetters(_ at: Int) -> Bool {
        guard [.zh, .ja, .ko, .hi].contains(language) else { return false }
        var end = at
        while end < count, text[end].isASCII, text[end].isLetter { end += 1 }
        return (1...4).contains(end - at) && endsWord(end)
    }

    /// A whole number that can be said in only one way: no year, no part of an identifier, without gender.
    func cardinal(_ at: Int) -> SpokenHit? {
        guard let number = WrittenNumber(text, at, language), number.fraction.isEmpty, endsWord(number.end),
            !isBeforeSign(number.end)
        else { return nil }
        let value = number.integer
        // `555 0123` is a telephone number, so neither part is said as a number. `30 DHL` may be a unit.
        if let end = digitsBehind(number.end) { return SpokenHit(words: String(text[at..<end]), end: end) }
        guard !isBehindIdentifier(at), !isBeforeCapitals(number.end), !isBesideSign(at, number.end) else { return nil }
        // A number of seven digits and more may be a telephone number, 13800138000.
        let isRound = language == .zh && value % 1_000 == 0 && number.digits.count <= 6
        guard number.isGrouped || isRound || number.digits.count <= 4 && !(1_000...2_099).contains(value) else {
            return nil
        }
        let follows = afterSpace(number.end)
        let next = follows < count ? text[follows] : " "
        let isOne = value % 10 == 1 && value % 100 != 11
        // Whole millions have a "de" before what they count.
        if [.fr, .es, .it, .pt].contains(language), value > 0, value % 1_000_000 == 0 { return nil }
        switch language {
        case .en: break
        case .hi: break
        // "2." may mean the second.
        case .de: if isOne || next == "." { return nil }
        case .fr, .it: if isOne { return nil }
        case .es: if isOne || value % 1_000 >= 200 { return nil }
        case .pt: if isOne || value % 1_000 >= 200 || value % 10 == 2 && value % 100 != 12 { return nil }
        case .zh: if value == 2 { return nil }
        // The counter decides how a number is read.
        case .ja, .ko: if isEastern(next) { return nil }
        default: return nil
        }
        return grammar.cardinal(value).map { SpokenHit(words: $0, end: number.end) }
    }

    /// The end of the groups of digits that follow, each after a space; nil if there are none.
    private func digitsBehind(_ start: Int) -> Int? {
        var end = start
        while isSpace(end), end + 1 < count, WrittenNumber.digit(text[end + 1]) != nil {
            end = WrittenNumber.end(text, end + 1)
        }
        return end > start ? end : nil
    }

    /// Whether the digits before are an identifier: they begin with a zero or are many.
    private func isBehindIdentifier(_ at: Int) -> Bool {
        guard at > 1, isSpace(at - 1) else { return false }
        var start = at - 1
        while start > 0, WrittenNumber.digit(text[start - 1]) != nil, at - start < 8 { start -= 1 }
        let length = at - 1 - start
        return length >= 5 || length > 1 && WrittenNumber.digit(text[start]) == 0
    }

    private func isBeforeCapitals(_ end: Int) -> Bool {
        let start = afterSpace(end)
        return start + 1 < count && text[start...start + 1].allSatisfy { $0.isASCII && $0.isUppercase }
    }

    /// Whether a sign follows that is read with the number, perhaps by other rules than these.
    private func isBeforeSign(_ at: Int) -> Bool {
        let next = afterSpace(at)
        return next < count && "%٪％‰°€$£¥￥₹₽₩¢+×=/*".contains(text[next])
    }

    /// Whether the number is only a part of an amount: `US$ 50 milhões`, `5 M€`, `24 h/24`.
    private func isBesideSign(_ at: Int, _ end: Int) -> Bool {
        let before = at > 0 && isSpace(at - 1) ? at - 2 : at - 1
        if before >= 0, "€$£¥￥₹₽₩".contains(text[before]) { return true }
        let next = word(afterSpace(end))
        return next.end > afterSpace(end) && next.end < count && "/€$£¥￥₹₽₩".contains(text[next.end])
    }
}
