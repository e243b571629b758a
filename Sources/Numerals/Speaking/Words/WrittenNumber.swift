internal import Language

/// A number in digits with a certain value in its language.
struct WrittenNumber {
    var integer: Int
    /// The digits behind the decimal sign, unchanged.
    var fraction: String
    /// The digits before it without their grouping; all of them are kept, even a leading zero.
    var digits: String
    var isGrouped: Bool
    /// The place after its last digit.
    var end: Int

    var isOne: Bool { integer == 1 && fraction.isEmpty }

    /// The most digits of a number; longer ones are identifiers.
    private static let longest = 12

    /// The end of the digits and of the signs between them, whether they are a number or not.
    static func end(_ text: [Character], _ start: Int) -> Int {
        var at = start
        while at < text.count {
            if digit(text[at]) != nil {
                at += 1
            } else if at + 1 < text.count, ".,:/'٫٬".contains(text[at]), digit(text[at + 1]) != nil {
                at += 2
            } else {
                break
            }
        }
        return at
    }

    /// Reads the number that begins at a digit.
    ///
    /// - Parameter isMoney: `12.50` is an amount even if the comma is the decimal sign.
    /// - Returns: nil if it is no number, or may be another one (`1.250` in Spanish).
    init?(_ text: [Character], _ start: Int, _ language: LanguageCode, isMoney: Bool = false) {
        var groups = [Self.run(text, start)]
        var signs: [Character] = []
        var at = start + groups[0].count
        let takesBlanks = Self.takesBlanks(text, start, language)
        while at + 1 < text.count, let sign = Self.sign(text[at]), Self.digit(text[at + 1]) != nil {
            let group = Self.run(text, at + 1)
            if sign == " " {
                let follows = at + 1 + group.count
                guard takesBlanks || text[at] != " ", group.count == 3,
                    groups.allSatisfy({ $0.count <= 3 }), signs.allSatisfy({ $0 == " " }), groups[0].first != "0",
                    !Self.continues(text, follows)
                else { break }
            }
            groups.append(group)
            signs.append(sign)
            at += 1 + group.count
        }
        guard let first = groups.first, !first.isEmpty, groups.count <= 6 else { return nil }
        // In English `12 500 km` may be one number or two.
        if !takesBlanks, groups.count == 1, Self.blankGroups(text, start).count > 1 { return nil }
        // `1:30` and `1/2` are something else.
        if at + 1 < text.count, ":/".contains(text[at]), Self.digit(text[at + 1]) != nil { return nil }
        end = at
        fraction = ""
        let conventions = Self.conventions(language)
        if let last = signs.last, let tail = groups.last {
            let others = signs.dropLast()
            let isDecimal = last == conventions.decimal || last == "٫"
            let isAlone = others.isEmpty
            if isDecimal, others.allSatisfy({ $0 == conventions.grouping || $0 == "٬" }) {
                if isAlone, tail.count == 3, conventions.isTorn, groups[0].count <= 3, last != "٫" { return nil }
                fraction = tail
            } else if isAlone, isMoney, last == "." || last == ",", tail.count == 2 {
                fraction = tail
            } else if signs.allSatisfy({ $0 == conventions.grouping || $0 == "٬" || $0 == " " }), Set(signs).count == 1
            {
                if isAlone, conventions.isTorn, last == "." || last == "," { return nil }
            } else {
                return nil
            }
        }
        let whole = fraction.isEmpty ? groups : Array(groups.dropLast())
        guard Self.areGroups(whole, language) else { return nil }
        digits = whole.joined()
        isGrouped = whole.count > 1
        guard digits.count <= Self.longest, fraction.count <= 6, let value = Int(digits) else { return nil }
        guard digits.count == 1 || digits.first != "0" else { return nil }
        integer = value
    }

    /// The groups of three digits that follow, each after a plain space.
    private static func blankGroups(_ text: [Character], _ start: Int) -> [String] {
        var groups = [run(text, start)]
        var at = start + groups[0].count
        guard groups[0].count <= 3, groups[0].first != "0" else { return groups }
        while at + 1 < text.count, text[at] == " ", groups.count < 6, case let group = run(text, at + 1),
            group.count == 3
        {
            groups.append(group)
            at += 4
        }
        return groups
    }

    /// Whether thousands are separated by plain spaces here. If the language does not do this for four digits, `2 500 mg` may
    /// be two pieces of 500. If it does not do this at all, only round thousands are certain.
    private static func takesBlanks(_ text: [Character], _ start: Int, _ language: LanguageCode) -> Bool {
        if language == .fr || language == .ru { return true }
        let groups = blankGroups(text, start)
        guard groups.count > 1 else { return false }
        if groups.last == "000" { return true }
        return [.de, .es, .it, .pt, .ar].contains(language) && (5...8).contains(groups.reduce(0) { $0 + $1.count })
    }

    /// The signs of a language. `isTorn` means that three digits behind the sign may be a fraction or thousands.
    private static func conventions(_ language: LanguageCode) -> (grouping: Character, decimal: Character, isTorn: Bool)
    {
        switch language {
        case .en, .zh, .ja, .ko, .hi: (",", ".", false)
        case .de, .it, .pt: (".", ",", false)
        case .fr, .ru: (" ", ",", false)
        case .es: (".", ",", true)
        default: (",", ".", true)
        }
    }

    private static func areGroups(_ groups: [String], _ language: LanguageCode) -> Bool {
        guard groups.count > 1, let last = groups.last else { return true }
        guard (1...3).contains(groups[0].count), groups[0].first != "0", last.count == 3 else { return false }
        let middle = groups.dropFirst().dropLast()
        return middle.allSatisfy { $0.count == 3 }
            || (language == .hi || language == .en) && groups[0].count <= 2 && middle.allSatisfy { $0.count == 2 }
    }

    /// Whether more digits follow than a number has: then it is a telephone number.
    private static func continues(_ text: [Character], _ at: Int) -> Bool {
        guard at + 1 < text.count, sign(text[at]) == " " || text[at] == "-", digit(text[at + 1]) != nil else {
            return false
        }
        return run(text, at + 1).count != 3
    }

    static func run(_ text: [Character], _ start: Int) -> String {
        var digits = ""
        for character in text[start...] {
            guard let digit = digit(character), digits.count < 20 else { break }
            digits += String(digit)
        }
        return digits
    }

    /// The value of a decimal digit of any script; nil for other numbers, such as `½` or `三`.
    static func digit(_ character: Character) -> Int? {
        if let ascii = character.asciiValue { return (48...57).contains(ascii) ? Int(ascii) - 48 : nil }
        guard character.unicodeScalars.count == 1,
            character.unicodeScalars.first?.properties.generalCategory == .decimalNumber
        else { return nil }
        return character.wholeNumberValue
    }

    private static func sign(_ character: Character) -> Character? {
        switch character {
        case ".", ",", "٫", "٬": character
        case " ", "\u{A0}", "\u{202F}", "\u{2009}": " "
        default: nil
        }
    }
}
