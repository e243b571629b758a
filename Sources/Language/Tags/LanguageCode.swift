package import Plumbing

/// One of the twelve languages that Verbio supports, as an ISO 639-1 code.
package enum LanguageCode: String, Sendable, Codable, CaseIterable, Hashable, CustomStringConvertible {
    case en, es, fr, de, it, pt, zh, ja, ko, ar, hi, ru

    /// The code, `en`.
    package var description: String { rawValue }

    /// The language's name in English.
    package var englishName: String {
        switch self {
        case .en: "English"
        case .es: "Spanish"
        case .fr: "French"
        case .de: "German"
        case .it: "Italian"
        case .pt: "Portuguese"
        case .zh: "Chinese"
        case .ja: "Japanese"
        case .ko: "Korean"
        case .ar: "Arabic"
        case .hi: "Hindi"
        case .ru: "Russian"
        }
    }

    /// The code of ISO 639-2 (terminology), which films have: `spa`.
    package var threeLetters: String {
        switch self {
        case .en: "eng"
        case .es: "spa"
        case .fr: "fra"
        case .de: "deu"
        case .it: "ita"
        case .pt: "por"
        case .zh: "zho"
        case .ja: "jpn"
        case .ko: "kor"
        case .ar: "ara"
        case .hi: "hin"
        case .ru: "rus"
        }
    }

    /// Whether the language is written without spaces between words (Chinese and Japanese).
    package var isWrittenWithoutSpaces: Bool { self == .zh || self == .ja }

    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { self == .ar }

    /// Reads a tag or a name in English, and ignores which variety of the language it names.
    ///
    /// - Throws: as ``LanguageTag/init(parsing:)``.
    package init(parsing text: String) throws(Problem) { self = try LanguageTag(parsing: text).code }

    /// The text in the form in which texts of the language are compared: Chinese in one script, anything else unchanged.
    package func comparable(_ text: String) -> String { self == .zh ? ChineseScript.folded(text) : text }
}
