public import Language
public import Providers

/// Writes out as words what a text says with digits and signs, for voices that read such things badly.
///
///     let normalizer = TextNormalizer(try NumberSpeller())
///     normalizer.normalized("am 3. Mai, 15:30 Uhr", .de)   // am dritten Mai, fünfzehn Uhr dreißig
///
/// Only what is beyond doubt is touched: a wrong word is worse than a sign that is read clumsily. A text without such things
/// comes back as it is, and one that has been written out does not change again.
public struct TextNormalizer: Sendable {
    /// Changes with every change of what comes out.
    static let version = 3

    private let speller: NumberSpeller

    /// The longest text looked at, in characters.
    private static let longest = 20_000

    public init(_ speller: NumberSpeller) { self.speller = speller }

    /// What decides what comes out, for the key of finished work: the version of the rules and of ICU.
    public var identity: String { "\(Self.version)/icu\(speller.version)" }

    public func normalized(
        _ text: String, _ language: LanguageCode, _ forms: Set<SpokenForm> = Set(SpokenForm.allCases)
    ) -> String {
        guard Self.mayHoldForms(text), text.utf8.count <= 4 * Self.longest else { return text }
        var scan = FormScan(Array(text), forms, Locution(language: language, speller: speller))
        return scan.run() ?? text
    }

    /// A quick look: most sentences hold no digit, no address and no two capitals in a row.
    private static func mayHoldForms(_ text: String) -> Bool {
        var wasCapital = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x30...0x39, 0x40: return true
            case 0x41...0x5A:
                if wasCapital { return true }
                wasCapital = true
                continue
            // `www.` and `://` hold letters only.
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
