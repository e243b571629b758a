package import Plumbing

/// A language that Verbio knows, as an ISO 639-1 code.
///
/// Twelve of them are ``tested``: every part of Verbio was made for them, and the tests go through all of them. The others are
/// basic (``isBasic``): an engine may recognize, translate and speak them, but no list of words or numbers belongs to them.
/// The table of all is ``KnownLanguage``.
package struct LanguageCode: RawRepresentable, Sendable, Codable, Hashable, CustomStringConvertible {
    /// The place in the table.
    private let index: UInt8

    package init?(rawValue: String) {
        guard let index = KnownLanguage.indices[rawValue] else { return nil }
        self.index = index
    }

    private init(at index: Int) { self.index = UInt8(index) }

    /// The twelve languages for which Verbio was made.
    package static let tested = known.filter { !$0.isBasic }

    /// All languages: the tested ones, then the others by their codes.
    package static let known = KnownLanguage.all.indices.map(LanguageCode.init(at:))

    package static func == (one: LanguageCode, other: LanguageCode) -> Bool { one.index == other.index }

    package func hash(into hasher: inout Hasher) { hasher.combine(index) }

    private var facts: KnownLanguage { KnownLanguage.all[Int(index)] }

    package var rawValue: String { facts.code }

    /// The place among ``known``.
    package var place: Int { Int(index) }

    /// The code, `en`.
    package var description: String { facts.code }

    /// The language's name in English.
    package var englishName: String { facts.name }

    /// The language's names for itself, the usual one first.
    package var ownNames: [String] { facts.ownNames }

    /// The code of ISO 639-2 (terminology), which films have: `spa`.
    package var threeLetters: String { facts.longCodes[0] }

    /// The code that recognizers use: that of the macrolanguage, `no` for Norwegian, which has two written forms.
    package var spokenCode: String { facts.code == "nb" ? "no" : facts.code }

    /// The language of a code of ISO 639-1, that of a macrolanguage included; nil if it is none that Verbio knows.
    package init?(spokenCode: String) { self.init(rawValue: spokenCode == "no" ? "nb" : spokenCode) }

    /// All its codes of three letters, of ISO 639-2 and 639-3.
    package var longCodes: [String] { facts.longCodes }

    /// The scripts the language is written in.
    package var scripts: Set<Script> { facts.scripts }

    /// The region and the scripts (ISO 15924) that a language has if its tag names none. They need no variety of their own.
    var usual: (regions: Set<String>, scripts: Set<String>) { (facts.usualRegions, facts.scriptCodes) }

    /// The locale for services that identify languages by country: the country with most speakers they have a model for.
    package var locale: String { "\(facts.code)-\(facts.country)" }

    /// Whether Verbio has no words, numbers and rules of its own for the language: text passes through it as it is.
    package var isBasic: Bool { index >= KnownLanguage.countOfTested }

    /// Whether the language is written without spaces between words and sentences (Chinese and Japanese).
    package var isWrittenWithoutSpaces: Bool { self == .zh || self == .ja }

    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { !scripts.isDisjoint(with: [.arabic, .hebrew]) }

    /// Reads a tag or a name in English, and ignores which variety of the language it names.
    ///
    /// - Throws: as ``LanguageTag/init(parsing:)``.
    package init(parsing text: String) throws(Problem) { self = try LanguageTag(parsing: text).code }

    /// The text in the form in which texts of the language are compared: Chinese in one script, anything else unchanged.
    package func comparable(_ text: String) -> String { self == .zh ? ChineseScript.folded(text) : text }
}

extension Collection<LanguageCode> {
    /// For people, in one order: `en de`, `all 12 + 31 basic`, `all`.
    package var summary: String {
        let tested = LanguageCode.tested.filter(contains)
        let basic = LanguageCode.known.filter { $0.isBasic && contains($0) }
        if tested.count + basic.count == LanguageCode.known.count { return "all" }
        let parts = [
            tested.count == LanguageCode.tested.count ? "all \(tested.count)" : tested.codes,
            basic.count > 3 ? "\(tested.isEmpty ? "" : "+ ")\(basic.count) basic" : basic.codes,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var codes: String { map(\.rawValue).joined(separator: " ") }
}

extension LanguageCode {
    package static var en: LanguageCode { LanguageCode(at: 0) }
    package static var es: LanguageCode { LanguageCode(at: 1) }
    package static var fr: LanguageCode { LanguageCode(at: 2) }
    package static var de: LanguageCode { LanguageCode(at: 3) }
    package static var it: LanguageCode { LanguageCode(at: 4) }
    package static var pt: LanguageCode { LanguageCode(at: 5) }
    package static var zh: LanguageCode { LanguageCode(at: 6) }
    package static var ja: LanguageCode { LanguageCode(at: 7) }
    package static var ko: LanguageCode { LanguageCode(at: 8) }
    package static var ar: LanguageCode { LanguageCode(at: 9) }
    package static var hi: LanguageCode { LanguageCode(at: 10) }
    package static var ru: LanguageCode { LanguageCode(at: 11) }
}
