internal import Language

/// A number in digits: which value its separators give by the conventions of a language.
///
/// Grouping and decimal signs are those of CLDR. The comma groups in English, Chinese, Japanese, Korean and Hindi (there by
/// twos, `12,34,567`). The point groups in German, Italian, Spanish and Portuguese, a space in French and Russian. Both ways
/// are usual in Spanish (Mexico, Spain) and in Arabic (east and west).
struct DigitLiteral {
    /// The possible values, the most likely one first.
    private(set) var values: [ExactDecimal]
    private(set) var parts: [[ExactDecimal]] = []
    private(set) var clock: NumberMention.Clock?
    /// Its digits if one sign comes before the last three, which groups or begins a fraction: 3.500, 3,500.
    private(set) var grouped: String?
    /// Whether that sign groups here, but begins a fraction in other countries of the same language.
    private(set) var isEither = false
    /// Its digits alone, in ASCII.
    private(set) var digits = ""
    /// Its end, in scalars.
    private(set) var end: Int

    private struct Group {
        var digits: String
        var value: Int128 { Int128(digits) ?? 0 }
        var end: Int
    }

    /// The end of groups that are not one number; each of them is then read separately.
    private(set) var rest = 0

    /// - Parameter isSingle: whether separators are ignored.
    init(_ text: FoldedText, at start: Int, _ language: LanguageCode, isSingle: Bool = false) {
        var groups: [Group] = [Self.group(text, start)]
        var separators: [Character] = []
        while !isSingle, let sign = text[groups[groups.count - 1].end], let separator = Self.separator(sign),
            let digit = text[groups[groups.count - 1].end + 1], digitValue(digit) != nil
        {
            let next = Self.group(text, groups[groups.count - 1].end + 1)
            if separator == " " {
                guard next.digits.count == 3, groups[groups.count - 1].digits.count <= 3,
                    groups.count > 1 || !groups[0].digits.hasPrefix("0"), Self.spaces(sign, language),
                    !Self.continues(text, next.end)
                else { break }
            }
            groups.append(next)
            separators.append(separator)
        }
        values = []
        end = groups[groups.count - 1].end
        if !read(groups, separators, language) {
            rest = end
            end = groups[0].end
            digits = groups[0].digits
            values = [ExactDecimal(coefficient: groups[0].value, exponent: 0)]
        }
    }

    /// Reads the groups as one number; false if they are not one.
    private mutating func read(_ groups: [Group], _ separators: [Character], _ language: LanguageCode) -> Bool {
        digits = groups.map(\.digits).joined()
        guard digits.count <= ExactDecimal.maximumDigits else { return false }
        let whole = ExactDecimal(coefficient: Int128(digits) ?? 0, exponent: 0)
        guard let last = separators.last, let tail = groups.last?.digits.count else {
            values = [whole]
            return true
        }
        let grouping = Array(separators.dropLast())
        let isGrouped = Self.isGrouped(groups.dropLast().map(\.digits), language)
        if separators.allSatisfy({ $0 == last }) {
            if separators.count > 1 {
                values = [whole]
                return Self.isGrouped(groups.map(\.digits), language)
            }
            let decimal = whole.scaled(by: -tail)
            let mayGroup = tail == 3 && groups[0].digits.count <= 3 && !groups[0].digits.hasPrefix("0")
            switch last {
            case " ", "'", "٬":
                values = [whole]
                return mayGroup
            case "٫": values = [decimal]
            default: values = mayGroup ? Self.readings(last, whole, decimal, language) : [decimal]
            }
            if mayGroup {
                grouped = digits
                isEither = language == .es && last == "."
            }
            if !mayGroup { readPair(groups[0].digits, groups[1].digits) }
            return true
        }
        // If the last sign differs from those before it, it begins the fraction.
        guard isGrouped, Set(grouping).count == 1, last == "." || last == "," || last == "٫" else { return false }
        values = [whole.scaled(by: -tail)]
        return true
    }

    /// `15.30` may be a time and `5.3` a date.
    private mutating func readPair(_ left: String, _ right: String) {
        guard let first = Int(left), let second = Int(right), left.count <= 2, right.count <= 2 else { return }
        if right.count == 2, first <= 24, second < 60 {
            clock = NumberMention.Clock(hour: first, minute: second, isExact: first > 12 || first == 0)
        }
        if (1...31).contains(first), (1...12).contains(second) {
            parts.append([ExactDecimal(first), ExactDecimal(second)])
        }
    }

    private static func readings(
        _ sign: Character, _ whole: ExactDecimal, _ decimal: ExactDecimal, _ language: LanguageCode
    ) -> [ExactDecimal] {
        switch language {
        case .en, .zh, .ja, .ko, .hi: sign == "," ? [whole] : [decimal]
        case .de, .it, .pt: sign == "." ? [whole] : [decimal]
        case .fr, .ru: sign == "." ? [whole, decimal] : [decimal]
        // In Mexico 3.500 is three and a half. NumberComparison handles a number that is written the same on both sides.
        case .es: sign == "." ? [whole] : [decimal, whole]
        default: sign == "," ? [whole, decimal] : [decimal, whole]
        }
    }

    /// Whether all groups have three digits, or two before the last three if that is usual.
    private static func isGrouped(_ groups: [String], _ language: LanguageCode) -> Bool {
        guard let first = groups.first, groups.count > 1 else { return groups.count == 1 }
        guard (1...3).contains(first.count), !first.hasPrefix("0"), groups[groups.count - 1].count == 3 else {
            return false
        }
        let middle = groups.dropFirst().dropLast()
        return middle.allSatisfy { $0.count == 3 }
            || (language == .hi || language == .en) && first.count <= 2 && middle.allSatisfy { $0.count == 2 }
    }

    private static func group(_ text: FoldedText, _ start: Int) -> Group {
        var (digits, offset) = ("", start)
        while let scalar = text[offset], let digit = digitValue(scalar), digits.count < ExactDecimal.maximumDigits {
            digits += String(digit)
            offset += 1
        }
        return Group(digits: digits, end: offset)
    }

    private static func separator(_ scalar: Unicode.Scalar) -> Character? {
        switch scalar {
        case ".": "."
        case ",", "،": ","
        case "'", "\u{2019}": "'"
        case " ", "\u{A0}", "\u{202F}", "\u{2009}": " "
        case "٬": "٬"
        case "٫": "٫"
        default: nil
        }
    }

    /// Whether a space groups digits. A plain space, at which a line can break, does so only if the language writes numbers
    /// like that.
    private static func spaces(_ scalar: Unicode.Scalar, _ language: LanguageCode) -> Bool {
        if scalar != " " { return true }
        switch language {
        case .fr, .ru, .es, .pt, .it, .de: return true
        default: return false
        }
    }

    /// Whether more digits follow a group than a number's groups have: then it is a telephone number.
    private static func continues(_ text: FoldedText, _ offset: Int) -> Bool {
        guard let sign = text[offset], sign == " " || sign == "-" || sign == "\u{A0}" else { return false }
        let next = group(text, offset + 1)
        return !next.digits.isEmpty && next.digits.count != 3
    }
}
