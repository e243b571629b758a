internal import Language

/// What the value of a stage's option may be.
public enum OptionValue: Sendable, Hashable {
    /// Anything.
    case text
    /// A number, written as `0.7`.
    case number
    /// A number without a fraction, from 0.
    case count
    /// `true` or `false`.
    case onOff
    /// One of these words.
    case oneOf([String])

    /// What is expected where a value is none; nil where it is one. What the environment is to fill in is not known yet, and is
    /// one.
    func expected(insteadOf value: String) -> String? {
        if value.contains("${") { return nil }
        switch self {
        case .text: return nil
        case .number: return Double(value).map(\.isFinite) ?? false ? nil : "a number"
        case .count: return UInt32(value) != nil ? nil : "a whole number"
        case .onOff: return value == "true" || value == "false" ? nil : "true or false"
        case .oneOf(let words):
            return words.contains(value)
                ? nil : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        }
    }
}

// A wire names what its adapter reads of a stage's options. What is not among them would be ignored, and so would a value that
// it cannot read, so both are refused.

extension [String: OptionValue] {
    /// `locale-es` and the like: the locale that each language is asked for in.
    static let locales = [String: OptionValue](
        uniqueKeysWithValues: LanguageCode.allCases.map { ("locale-\($0.rawValue)", OptionValue.text) })
}
