internal import Language

/// How often something is said to happen, or how many times as large: "twice", `dreimal`, `два раза`, 两次.
///
/// Such a word can match any number that it may mean. Times are also read separately from the mentions, because two texts that
/// both count times must have the same counts. Words that may count something else (`3번`, 三度) or nothing (第三次, "the third
/// time") are left out.
struct TimesReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }
    private var spelling: SpelledReader { SpelledReader(source: source) }
    private var han: HanReader { HanReader(source: source) }

    /// - Parameter isOften: whether the text says per what length of time something happens, so that "once" is a number of
    ///   times.
    func times(isOften: Bool) -> [NumberMention] {
        guard mayCountTimes else { return [] }
        var (found, at): ([NumberMention], Int) = ([], 0)
        func add(_ value: Int, _ range: Range<Int>) {
            found.append(NumberMention(range: text.range(range), value: ExactDecimal(value)))
        }
        while at < tokens.count {
            if let value = timesWord(at) {
                add(value, tokens[at].span)
                at += 1
            } else if let read = numerals.number(at) {
                if let value = read.mention.value.integer, (1...99).contains(value), let end = timesEnd(at, read, value)
                {
                    add(value, tokens[at].span.lowerBound..<end)
                    at = max(at + 1, token(from: end))
                } else {
                    at = max(at + 1, token(from: read.end))
                }
            } else {
                at += 1
            }
        }
        // "Once in the morning and once in the evening" does not count as once.
        let isOnce = isOften && found.count { $0.value == ExactDecimal(1) } == 1
        return isOnce ? found : found.filter { $0.value != ExactDecimal(1) }
    }

    /// Whether the text has any word for times, so that most texts need not be read for them.
    private var mayCountTimes: Bool {
        if [.zh, .ja, .ko].contains(language) { return text.scalars.contains { Self.easternMarks.contains($0) } }
        let (names, words) = (Self.timesNames[language] ?? [], Self.timesWords[language] ?? [:])
        return tokens.contains { names.contains($0.text) || words[$0.text] != nil }
    }

    private static let easternMarks = Set("次遍倍回번배회".unicodeScalars)

    /// The times that a word alone says.
    func timesWord(_ at: Int) -> Int? {
        guard tokens[at].kind == .word, let words = Self.timesWords[language] else { return nil }
        if language == .ru, tokens[at].text == "раз" {
            // Раз в день means once. Behind a number, раз belongs to that number.
            return at + 1 < tokens.count && tokens[at + 1].text == "в" && (at == 0 || spelling.roles(at - 1).isEmpty)
                ? 1 : nil
        }
        return words[tokens[at].text]
    }

    /// The end of the word for times behind a number; nil if there is none.
    private func timesEnd(_ at: Int, _ read: FoundNumber, _ value: Int) -> Int? {
        if [.zh, .ja, .ko].contains(language) { return easternTimesEnd(at, read, value) }
        guard let names = Self.timesNames[language] else { return nil }
        var next = token(from: read.end)
        // "The third time" is not three times, in words or as 3rd.
        if next > at, case .ordinal = spelling.roles(next - 1).last?.role { return nil }
        if let literal = tokens[at].literal, read.end != literal.end { return nil }
        if language == .de, next + 1 < tokens.count, tokens[next].text == "-" { next += 1 }
        guard next < tokens.count, names.contains(tokens[next].text) else { return nil }
        return tokens[next].span.upperBound
    }

    private func easternTimesEnd(_ at: Int, _ read: FoundNumber, _ value: Int) -> Int? {
        let start = tokens[at].span.lowerBound
        guard value == 1 || read.mention.isCertain || read.mention.isDigits else { return nil }
        let before = text[start - 1]
        if let before, "第上前这這那每首제".unicodeScalars.contains(before) { return nil }
        let (mark, after) = (text[read.end], text[read.end + 1])
        switch language {
        case .zh:
            guard let mark, "次遍倍".unicodeScalars.contains(mark) else { return nil }
            if let after, "方元世品要日年级級车車性数數".unicodeScalars.contains(after) { return nil }
            if mark == "倍", han.isIncrease(before: start) { return nil }
            return read.end + 1
        case .ja:
            guard let mark, "回倍".unicodeScalars.contains(mark) else { return nil }
            if let after, "目戦転忌生路".unicodeScalars.contains(after) { return nil }
            return read.end + 1
        default:
            let next = token(from: read.end)
            let offset = text[read.end].map(\.isBlank) ?? false && next < tokens.count ? read.end + 1 : read.end
            if read.mention.isDigits {
                guard text[offset] == "회" || text[offset] == "배" else { return nil }
            } else {
                // 두 번, but 삼 번 is number three.
                let isNative = Self.nativeNumerals.contains { text.hasPrefix($0, at: start) }
                guard text[offset] == "배" || isNative && text[offset] == "번" else { return nil }
            }
            if let after = text[offset + 1], "째호지길출달추우낭차".unicodeScalars.contains(after) { return nil }
            return offset + 1
        }
    }

    private static let nativeNumerals = "한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 스무 서른".split(separator: " ").map {
        Array($0.unicodeScalars)
    }

    private static func table(_ list: [Int: String]) -> [String: Int] {
        var table: [String: Int] = [:]
        for (value, words) in list {
            for word in words.split(separator: " ") { table[FoldedText.fold(String(word))] = value }
        }
        return table
    }

    private static let timesNames: [LanguageCode: Set<String>] = [
        .en: ["times", "fold"], .es: ["veces", "vez"], .fr: ["fois"], .de: ["mal"], .it: ["volte", "volta"],
        .pt: ["vezes", "vez"], .ru: ["раза", "раз"], .hi: ["बार", "गुना"],
        .ar: Set(["مرات", "مرة", "أضعاف"].map { FoldedText.fold($0) }),
    ]

    private static let timesWords: [LanguageCode: [String: Int]] = [
        .en: table([
            1: "once", 2: "twice twofold double doubled", 3: "thrice threefold triple tripled",
            4: "fourfold quadrupled",
        ]),
        .es: table([2: "doble duplicado duplicó duplicaron", 3: "triple triplicado triplicó triplicaron"]),
        .fr: table([2: "double doublé", 3: "triple triplé", 4: "quadruple quadruplé"]),
        .de: table([
            1: "einmal", 2: "zweimal doppelt doppelte doppelten doppelter doppeltes verdoppelt",
            3: "dreimal dreifach dreifache dreifachen verdreifacht",
            4: "viermal vierfach vierfache vierfachen vervierfacht",
            5: "fünfmal fünffach fünffache fünffachen", 6: "sechsmal", 7: "siebenmal", 8: "achtmal", 9: "neunmal",
            10: "zehnmal zehnfach zehnfache zehnfachen", 12: "zwölfmal", 20: "zwanzigmal",
        ]),
        .it: table([2: "doppio doppia raddoppiato raddoppiata raddoppiati", 3: "triplo tripla triplicato triplicata"]),
        .pt: table([2: "dobro dobrou dobraram", 3: "triplo triplicou triplicaram"]),
        .ru: table([
            1: "раз", 2: "дважды вдвое вдвойне удвоился удвоилась удвоилось удвоились",
            3: "трижды втрое втройне утроился утроилась утроилось утроились", 4: "четырежды вчетверо",
        ]),
        .ar: table([2: "مرتين مرتان ضعفين ضعفي"]),
        .hi: table([2: "दोगुना दोगुनी दोगुने दुगना दुगुना दुगुनी दुगने", 3: "तिगुना तिगुनी तिगुने", 4: "चौगुना चौगुनी चौगुने"]),
    ]
}
