internal import Language

/// The kinds of values that a stage's option may have.
package enum OptionValue: Sendable, Hashable {
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

    /// What is expected if a value is invalid; nil if it is valid.
    ///
    /// A value that the environment fills in is not known yet and counts as valid.
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

// A wire names the options that its adapter reads. Any other option would be ignored, and so would a value that the adapter
// cannot read, so both are refused.

extension [String: OptionValue] {
    /// `locale-es` and the like: the locale that is requested for each language.
    static let locales = [String: OptionValue](
        uniqueKeysWithValues: LanguageCode.known.map { ("locale-\($0.rawValue)", OptionValue.text) })
}
