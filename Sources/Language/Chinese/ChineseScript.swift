/// The two scripts that Chinese is written in, by their codes of ISO 15924.
package enum ChineseScript: String, Sendable, Codable, CaseIterable, Hashable {
    case simplified = "Hans"
    case traditional = "Hant"

    /// The other one.
    package var other: ChineseScript { self == .simplified ? .traditional : .simplified }

    /// How many characters of a text belong only to this script. Most characters belong to both.
    package func characters(in text: String) -> Int { text.unicodeScalars.count { isOnlyMine($0) } }

    /// Whether a character belongs to this script and not to the other one.
    package func isOnlyMine(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x3400 else { return false }
        return switch self {
        case .simplified: ChineseCharacters.onlySimplified.contains(scalar)
        case .traditional: ChineseCharacters.simplified[scalar] != nil
        }
    }

    /// The text in simplified characters, scalar for scalar, so that positions do not change.
    ///
    /// It serves comparisons of Chinese texts. Text for people is converted with ICU, which looks at whole words.
    package static func folded(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { traditional.isOnlyMine($0) }) else { return text }
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { folded.append(ChineseCharacters.simplified[scalar] ?? scalar) }
        return String(folded)
    }
}
