internal import Language

extension FormScan {
    /// `3,5` for itself. In Arabic, Russian and Japanese it agrees with what follows.
    func decimal(_ at: Int) -> Hit? {
        guard let number = WrittenNumber(text, at, language), !number.fraction.isEmpty, endsWord(number.end),
            language != .ar, language != .ru, !isBeforeSign(number.end), let words = locution.amount(number)
        else { return nil }
        return Hit(words: words, end: number.end)
    }

    /// A whole number that is said in one way only: no year, no part of an identifier, without gender.
    func cardinal(_ at: Int) -> Hit? {
        guard let number = WrittenNumber(text, at, language), number.fraction.isEmpty, endsWord(number.end),
            !isBeforeSign(number.end)
        else { return nil }
        let value = number.integer
        // `555 0123` is dialled: neither is said as a number. And `30 DHL` may be a unit.
        if let end = digitsBehind(number.end) { return Hit(words: String(text[at..<end]), end: end) }
        guard !isBehindIdentifier(at), !isBeforeCapitals(number.end) else { return nil }
        // From seven digits on it may be a telephone number, 13800138000.
        let isRound = language == .zh && value % 1_000 == 0 && number.digits.count <= 6
        guard number.isGrouped || isRound || number.digits.count <= 4 && !(1_000...2_099).contains(value) else {
            return nil
        }
        let follows = afterSpace(number.end)
        let next = follows < count ? text[follows] : " "
        let isOne = value % 10 == 1 && value % 100 != 11
        switch language {
        case .en: break
        case .hi: break
        // 2. may be the second.
        case .de: if isOne || next == "." { return nil }
        case .fr, .it: if isOne { return nil }
        case .es: if isOne || value % 1_000 >= 200 { return nil }
        case .pt: if isOne || value % 1_000 >= 200 || value % 10 == 2 && value % 100 != 12 { return nil }
        case .zh: if value == 2 { return nil }
        // Counters decide how a number is read.
        case .ja, .ko: if isEastern(next) { return nil }
        case .ar, .ru: return nil
        }
        return locution.cardinal(value).map { Hit(words: $0, end: number.end) }
    }

    /// Where the groups of digits end that follow, each behind a space; nil where none does.
    private func digitsBehind(_ start: Int) -> Int? {
        var end = start
        while isSpace(end), end + 1 < count, WrittenNumber.digit(text[end + 1]) != nil {
            end = WrittenNumber.end(text, end + 1)
        }
        return end > start ? end : nil
    }

    /// Whether the digits before are no number: they begin with a zero or are many.
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

    /// A sign that is read with the number, though perhaps not by these rules.
    private func isBeforeSign(_ at: Int) -> Bool {
        let next = afterSpace(at)
        return next < count && "%٪％‰°€$£¥￥₹₽₩+×=/*".contains(text[next])
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
            guard has("-го", at: end), endsWord(end + 3) else { return nil }
            return locution.ordinal(number, "masculine-genitive").map { Hit(words: $0, end: end + 3) }
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

    /// Whether a Spanish ordinal loses its last letter: "primer piso", but "primero de mayo".
    private func isBeforeNoun(_ at: Int) -> Bool {
        guard language == .es, isSpace(at) else { return false }
        let next = word(at + 1).text
        return !next.isEmpty
            && !["de", "del", "en", "y", "o", "a", "que", "es", "fue", "por", "para", "con"].contains(next)
    }

    /// `+49 30 123456`, digit by digit. Only with the plus is it beyond doubt that this is what it is.
    func phone(_ at: Int) -> Hit? {
        var groups: [String] = []
        var (next, total) = (at + 1, 0)
        while next < count, groups.count < 8 {
            let (group, end) = digits(next)
            guard !group.isEmpty else { break }
            groups.append(group)
            total += group.count
            next = end
            var sign = next
            // `(0)` is dialled at home and not from abroad: who reads it out misleads.
            while sign < count, sign - next < 2, " -.\u{A0}/".contains(text[sign]) { sign += 1 }
            guard sign > next, sign < count, WrittenNumber.digit(text[sign]) != nil else { break }
            next = sign
        }
        guard (8...15).contains(total), endsWord(next), let plus = Self.plus[language] else { return nil }
        let spelled = groups.map { $0.compactMap(\.wholeNumberValue).compactMap(digit).joined(separator: " ") }
        return Hit(words: plus + " " + spelled.joined(separator: ", "), end: next)
    }

    private func digit(_ digit: Int) -> String? {
        language == .ko && digit == 0 ? "공" : locution.cardinal(digit)
    }

    private static let plus: [LanguageCode: String] = [
        .en: "plus", .es: "más", .fr: "plus", .de: "plus", .it: "più", .pt: "mais", .zh: "加", .ja: "プラス", .ko: "플러스",
        .ar: "زائد", .hi: "प्लस", .ru: "плюс",
    ]
}
