internal import Language

extension FormScan {
    /// `3,5` on its own. Arabic and Russian are left out, because the number agrees with what follows.
    func decimal(_ at: Int) -> Hit? {
        guard let number = WrittenNumber(text, at, language), !number.fraction.isEmpty, language != .ar,
            language != .ru,
            !isBeforeSign(number.end), let words = locution.amount(number)
        else { return nil }
        if isBeforeLetters(number.end) { return Hit(words: words + " ", end: number.end) }
        return endsWord(number.end) ? Hit(words: words, end: number.end) : nil
    }

    /// `2.5GB` within another script: letters for which there are no words here.
    private func isBeforeLetters(_ at: Int) -> Bool {
        guard [.zh, .ja, .ko, .hi].contains(language) else { return false }
        var end = at
        while end < count, text[end].isASCII, text[end].isLetter { end += 1 }
        return (1...4).contains(end - at) && endsWord(end)
    }

    /// A whole number that can be said in only one way: no year, no part of an identifier, without gender.
    func cardinal(_ at: Int) -> Hit? {
        guard let number = WrittenNumber(text, at, language), number.fraction.isEmpty, endsWord(number.end),
            !isBeforeSign(number.end)
        else { return nil }
        let value = number.integer
        // `555 0123` is a telephone number, so neither part is said as a number. `30 DHL` may be a unit.
        if let end = digitsBehind(number.end) { return Hit(words: String(text[at..<end]), end: end) }
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
        case .ar, .ru: return nil
        }
        return locution.cardinal(value).map { Hit(words: $0, end: number.end) }
    }

    /// The end of the groups of digits that follow, each behind a space; nil if there are none.
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

    func ordinal(_ at: Int) -> Hit? {
        let (digits, end) = digits(at)
        guard let number = Int(digits), (1...999).contains(number), digits.first != "0", end < count else { return nil }
        switch language {
        case .en:
            let (ending, wordEnd) = word(end)
            let right = (11...13).contains(number % 100) ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
            guard ending == right, endsWord(wordEnd) else { return nil }
            return locution.ordinal(number, "").map { Hit(words: $0, end: wordEnd) }
        case .fr:
            let (ending, wordEnd) = word(end)
            guard endsWord(wordEnd) else { return nil }
            switch ending {
            case "er" where number == 1: return Hit(words: "premier", end: wordEnd)
            case "re" where number == 1, "ère" where number == 1: return Hit(words: "première", end: wordEnd)
            case "e" where number > 1, "ème" where number > 1:
                return locution.ordinal(number, "masculine").map { Hit(words: $0, end: wordEnd) }
            default: return nil
            }
        case .es, .it, .pt:
            let sign = language == .es && text[end] == "." ? end + 1 : end
            guard sign < count, "ºª".contains(text[sign]), endsWord(sign + 1), number <= 99 else { return nil }
            return locution.ordinal(
                number, text[sign] == "ª" ? "feminine" : isBeforeNoun(sign + 1) ? "masculine-adjective" : "masculine"
            )
            .map { Hit(words: $0, end: sign + 1) }
        case .ru:
            if has("-го", at: end), endsWord(end + 3) {
                return locution.ordinal(number, "masculine-genitive").map { Hit(words: $0, end: end + 3) }
            }
            // Other endings can stand for several cases.
            guard let gender = ["-й": "masculine", "-я": "feminine"].first(where: { has($0.key, at: end) })?.value,
                endsWord(end + 2), wordBefore(at).isEmpty || !Self.russianCases.contains(wordBefore(at))
            else { return nil }
            return locution.ordinal(number, gender).map { Hit(words: $0, end: end + 2) }
        case .ko:
            let start = afterSpace(end)
            guard has("번째", at: start) else { return nil }
            return locution.ordinal(number, "native-count").map { Hit(words: $0, end: start + 2) }
        case .hi:
            let (ending, wordEnd) = word(end)
            guard number >= 7, ["वीं", "वाँ", "वां", "वें"].contains(ending), endsWord(wordEnd) else { return nil }
            return locution.cardinal(number).map { Hit(words: $0 + ending, end: wordEnd) }
        case .de, .zh, .ja, .ar: return nil
        }
    }

    /// Words after which an ordinal that ends in -й is feminine and not in the nominative.
    private static let russianCases: Set<String> = [
        "в", "во", "на", "о", "об", "при", "с", "со", "к", "ко", "по", "от", "до", "из", "у", "без", "для", "после",
        "около",
        "над", "под", "перед", "между",
    ]

    /// Whether a Spanish ordinal loses its last letter: "primer piso", but "primero de mayo".
    private func isBeforeNoun(_ at: Int) -> Bool {
        guard language == .es, isSpace(at) else { return false }
        let next = word(at + 1).text
        return !next.isEmpty
            && !["de", "del", "en", "y", "o", "a", "que", "es", "fue", "por", "para", "con"].contains(next)
    }

    /// `+49 30 123456`, digit by digit. Only the plus makes it certain that this is a telephone number.
    func phone(_ at: Int) -> Hit? {
        var groups: [String] = []
        var (next, total, isOpen) = (at + 1, 0, false)
        while next < count, groups.count < 8 {
            let (group, end) = digits(next)
            guard !group.isEmpty else { break }
            groups.append(group)
            total += group.count
            next = end
            var sign = next
            if isOpen, sign < count, text[sign] == ")" { (sign, isOpen) = (sign + 1, false) }
            // `(0)` is dialled at home and not from abroad, so reading it out would mislead.
            while sign < count, sign - next < 3, " -.\u{A0}/".contains(text[sign]) { sign += 1 }
            if groups.count == 1, sign + 1 < count, text[sign] == "(", text[sign + 1] != "0" {
                (sign, isOpen) = (sign + 1, true)
            }
            guard sign > next, sign < count, WrittenNumber.digit(text[sign]) != nil else { break }
            next = sign
        }
        guard (8...15).contains(total), !isOpen, endsWord(next), let plus = Self.plus[language] else { return nil }
        let spelled = groups.map { $0.compactMap(\.wholeNumberValue).compactMap(digit).joined(separator: " ") }
        return Hit(words: plus + " " + spelled.joined(separator: ", "), end: next)
    }

    /// A whole telephone number that is not read out: `+1 (415) 555-0123` is not "four hundred fifteen".
    func dialled(_ at: Int) -> Hit? {
        var (end, total) = (at + 1, 0)
        var next = end
        while next < count, next - end < 4 {
            if WrittenNumber.digit(text[next]) != nil {
                (total, end) = (total + 1, next + 1)
            } else if !" ()-.\u{A0}/".contains(text[next]) {
                break
            }
            next += 1
        }
        return (8...15).contains(total) ? Hit(words: String(text[at..<end]), end: end) : nil
    }

    private func digit(_ digit: Int) -> String? {
        language == .ko && digit == 0 ? "공" : locution.cardinal(digit)
    }

    private static let plus: [LanguageCode: String] = [
        .en: "plus", .es: "más", .fr: "plus", .de: "plus", .it: "più", .pt: "mais", .zh: "加", .ja: "プラス", .ko: "플러스",
        .ar: "زائد", .hi: "प्लस", .ru: "плюс",
    ]
}
