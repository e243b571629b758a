/// A requested language, and its variety if one is named.
///
///     try LanguageTag(parsing: "zh_TW").description   // zh-Hant
///     try LanguageTag(parsing: "pt-BR").englishName   // Brazilian Portuguese
///
/// Text analysis, numbers and sentences depend on the ``code`` alone. The language that engines receive, and the key under
/// which their work is kept, depend on the tag.
package struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    package let code: LanguageCode
    /// The variety; nil for the language without one, in which case Chinese is simplified.
    package let variety: LanguageVariety?

    /// The language without a variety.
    package init(_ code: LanguageCode) {
        self.code = code
        variety = nil
    }

    /// The language of a variety, with that variety.
    package init(_ variety: LanguageVariety) {
        code = variety.language
        self.variety = variety
    }

    /// - Parameter variety: a variety of the language; one of another language is ignored.
    package init(_ code: LanguageCode, _ variety: LanguageVariety?) {
        self.code = code
        self.variety = variety?.language == code ? variety : nil
    }

    /// The tags of all varieties.
    package static let ofVarieties = Set(LanguageVariety.all.map { LanguageTag($0) })

    /// The canonical form of the tag, which ``init(rawValue:)`` reads: `zh`, `zh-Hant`, `pt-BR`.
    package var rawValue: String { variety.map { "\(code)-\($0.subtag)" } ?? code.rawValue }

    package var description: String { rawValue }

    /// The name in English: "Chinese", "Traditional Chinese", "Brazilian Portuguese".
    package var englishName: String { variety?.englishName ?? code.englishName }

    /// The name for a language model, which states the script of Chinese: "Simplified Chinese".
    package var preciseName: String { self == .zh ? "Simplified Chinese" : englishName }

    /// A language and a country, for services that identify languages by country: `zh-TW`, `en-US`.
    package var locale: String { variety?.locale ?? code.locale }

    /// The script of Chinese; nil for other languages.
    package var chineseScript: ChineseScript? { code == .zh ? variety?.script ?? .simplified : nil }

    /// Whether the variety is a script and not a region: a script is never left out.
    package var isScript: Bool { variety?.script != nil }
}

extension LanguageTag: RawRepresentable, Codable {
    /// Reads a tag in the form of ``rawValue``.
    package init?(rawValue: String) {
        let parts = rawValue.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let code = LanguageCode(rawValue: String(first)) else { return nil }
        self.code = code
        guard parts.count > 1 else {
            variety = nil
            return
        }
        guard let known = LanguageVariety.all.first(where: { $0.language == code && $0.subtag == parts[1] }) else {
            return nil
        }
        variety = known
    }
}

extension LanguageTag {
    package static let en = LanguageTag(LanguageCode.en)
    package static let es = LanguageTag(LanguageCode.es)
    package static let fr = LanguageTag(LanguageCode.fr)
    package static let de = LanguageTag(LanguageCode.de)
    package static let it = LanguageTag(LanguageCode.it)
    package static let pt = LanguageTag(LanguageCode.pt)
    package static let zh = LanguageTag(LanguageCode.zh)
    package static let ja = LanguageTag(LanguageCode.ja)
    package static let ko = LanguageTag(LanguageCode.ko)
    package static let ar = LanguageTag(LanguageCode.ar)
    package static let hi = LanguageTag(LanguageCode.hi)
    package static let ru = LanguageTag(LanguageCode.ru)

    /// Chinese in traditional characters.
    package static let zhHant = LanguageTag(.zh, LanguageVariety.all.first { $0.script == .traditional })
}
