public import Plumbing

/// One of the twelve languages Verbio speaks of, as an ISO 639-1 code.
public enum LanguageCode: String, Sendable, Codable, CaseIterable, Hashable, CustomStringConvertible {
    case en, es, fr, de, it, pt, zh, ja, ko, ar, hi, ru

    /// The code, `en`.
    public var description: String { rawValue }

    /// The language's name in English.
    public var englishName: String {
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

    /// Whether the language is written without spaces between words (Chinese and Japanese).
    public var isWrittenWithoutSpaces: Bool { self == .zh || self == .ja }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool { self == .ar }

    /// Reads a code, a BCP 47 tag whose primary subtag is one of the twelve (`en-US`, `zh-Hant-TW`), or an English name.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `language.unknown`, which lists the languages there are.
    public init(parsing text: String) throws(Problem) {
        let lowered = text.lowercased()
        let primary = lowered.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map(String.init) ?? ""
        if let code = LanguageCode(rawValue: primary) {
            self = code
        } else if let named = Self.allCases.first(where: { $0.englishName.lowercased() == lowered }) {
            self = named
        } else {
            let known = Self.allCases.map(\.rawValue).joined(separator: " ")
            throw Problem(
                .usage, "language.unknown", "'\(text)' is not a language Verbio knows", cure: "use one of: \(known)")
        }
    }
}

/// From one language to another.
public struct LanguagePair: Sendable, Codable, Hashable, CustomStringConvertible {
    public var from: LanguageCode
    public var to: LanguageCode

    /// - Throws: ``Problem`` of kind `usage`, code `language.same`, where both are the same.
    public init(from: LanguageCode, to: LanguageCode) throws(Problem) {
        guard from != to else {
            throw Problem(
                .usage, "language.same", "both languages are \(from.englishName)",
                cure: "give two different languages with --from and --to")
        }
        self.from = from
        self.to = to
    }

    private init(unchecked from: LanguageCode, _ to: LanguageCode) {
        self.from = from
        self.to = to
    }

    /// The other way round.
    public var reversed: LanguagePair { LanguagePair(unchecked: to, from) }

    /// `en → es`
    public var description: String { "\(from) → \(to)" }
}
