package import Language
package import Providers

/// Writes out in words what a text says with digits and signs, for voices that read them badly.
///
///     let normalizer = TextNormalizer(try NumberSpeller())
///     normalizer.normalized("am 3. Mai, 15:30 Uhr", .de)   // am dritten Mai, fünfzehn Uhr dreißig
///
/// Only certain forms are changed, because a wrong word is worse than a sign that is read clumsily. A text without such
/// forms is returned unchanged, and a text that has been written out does not change again.
package struct TextNormalizer: Sendable {
    /// The version of the rules, which changes with every change of the output.
    static let version = 3

    private let speller: NumberSpeller

    /// The longest text that is examined, in characters.
    private static let longest = 20_000

    package init(_ speller: NumberSpeller) { self.speller = speller }

    /// What decides the output, for the key of finished work: the version of the rules and of ICU.
    package var identity: String { "\(Self.version)/icu\(speller.version)" }

    /// The text with its numbers, dates, amounts and addresses as words.
    ///
    /// - Parameter forms: the kinds that are written out; the others stay as they are.
    /// - Returns: the text unchanged if it has none of them, or if it has more than 80,000 bytes.
    package func normalized(
        _ text: String, _ language: LanguageCode, _ forms: Set<SpokenForm> = Set(SpokenForm.allCases)
    ) -> String {
        guard Self.mayHoldForms(text), text.utf8.count <= 4 * Self.longest else { return text }
        var scan = FormScan(Array(text), forms, SpokenNumberGrammar(language: language, speller: speller))
        return scan.run() ?? text
    }

    /// A quick check, because most sentences have no digit, no address and no two capitals in a row.
    private static func mayHoldForms(_ text: String) -> Bool {
        var wasCapital = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x30...0x39, 0x40: return true
            case 0x41...0x5A:
                if wasCapital { return true }
                wasCapital = true
                continue
            // Addresses with `www.` or `://` may have letters only.
            case 0x2E, 0x2F: return true
            // Russian capitals.
            case 0x401, 0x410...0x42F:
                if wasCapital { return true }
                wasCapital = true
                continue
            case 0x80...: if scalar.properties.generalCategory == .decimalNumber { return true }
            default: break
            }
            wasCapital = false
        }
        return false
    }
}
