/// A language as it is asked for: one of the twelve, and the variety of it if one is named.
///
///     try LanguageTag(parsing: "zh_TW").description   // zh-Hant
///     try LanguageTag(parsing: "pt-BR").englishName   // Brazilian Portuguese
///
/// What a text says, its numbers and its sentences depend on the ``code`` alone. What engines are told, and under which key
/// their work is kept, depends on the tag.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    public let code: LanguageCode
    /// nil for the language as such; Chinese is simplified then.
    public let variety: LanguageVariety?

    /// The language as such.
    public init(_ code: LanguageCode) {
        self.code = code
        variety = nil
    }

    /// A variety.
    public init(_ variety: LanguageVariety) {
        code = variety.language
        self.variety = variety
    }

    /// - Parameter variety: one of the language; another one is left out.
    public init(_ code: LanguageCode, _ variety: LanguageVariety?) {
        self.code = code
        self.variety = variety?.language == code ? variety : nil
    }

    /// The tags of all varieties.
    public static let ofVarieties = Set(LanguageVariety.all.map { LanguageTag($0) })

    /// The tag in its one form, which ``init(rawValue:)`` reads: `zh`, `zh-Hant`, `pt-BR`.
    public var rawValue: String { variety.map { "\(code)-\($0.subtag)" } ?? code.rawValue }

    public var description: String { rawValue }

    /// The name in English: "Chinese", "Traditional Chinese", "Brazilian Portuguese".
    public var englishName: String { variety?.englishName ?? code.englishName }

    /// The name for a language model, which leaves no choice of the script: "Simplified Chinese".
    public var preciseName: String { self == .zh ? "Simplified Chinese" : englishName }

    /// A language and a country, for services that know languages by country: `zh-TW`, `en-US`.
    public var locale: String { variety?.locale ?? code.locale }

    /// The script of Chinese; nil for other languages.
    public var chineseScript: ChineseScript? { code == .zh ? variety?.script ?? .simplified : nil }

    /// Whether the variety is a script and not a region: then it is never left out.
    public var isScript: Bool { variety?.script != nil }
}

extension LanguageTag: RawRepresentable, Codable {
    /// Reads a tag in the form that ``rawValue`` has.
    public init?(rawValue: String) {
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
    public static let en = LanguageTag(LanguageCode.en)
    public static let es = LanguageTag(LanguageCode.es)
    public static let fr = LanguageTag(LanguageCode.fr)
    public static let de = LanguageTag(LanguageCode.de)
    public static let it = LanguageTag(LanguageCode.it)
    public static let pt = LanguageTag(LanguageCode.pt)
    public static let zh = LanguageTag(LanguageCode.zh)
    public static let ja = LanguageTag(LanguageCode.ja)
    public static let ko = LanguageTag(LanguageCode.ko)
    public static let ar = LanguageTag(LanguageCode.ar)
    public static let hi = LanguageTag(LanguageCode.hi)
    public static let ru = LanguageTag(LanguageCode.ru)

    /// Chinese in traditional characters.
    public static let zhHant = LanguageTag(.zh, LanguageVariety.all.first { $0.script == .traditional })
}
