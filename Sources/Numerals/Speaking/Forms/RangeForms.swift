internal import Language

/// Ranges: `10-15 km`. Each end makes the other certain.
struct RangeForms: FormReader {
    let source: FormSource

    private var quantities: QuantityForms { QuantityForms(source: source) }

    /// `10-15 km`, `50–60 %`, if the second number is the greater.
    ///
    /// - Parameter read: how the second number is read with what it counts.
    func span(_ at: Int, _ read: (Int) -> SpokenHit?) -> SpokenHit? {
        guard let joint = Self.joints[language], let first = WrittenNumber(text, at, language),
            !quantities.isInOtherCase(at),
            first.end + 1 < count, "-–".contains(text[first.end]),
            let second = WrittenNumber(text, first.end + 1, language), second.integer > first.integer,
            let hit = read(first.end + 1),
            let words = language == .ar ? String(text[at..<first.end]) : grammar.amount(first)
        else { return nil }
        // 百分之五十到六十
        let share = "百分之"
        if language == .zh, hit.words.hasPrefix(share) {
            return SpokenHit(words: share + words + joint + hit.words.dropFirst(share.count), end: hit.end)
        }
        return SpokenHit(words: words + joint + hit.words, end: hit.end)
    }

    private static let joints: [LanguageCode: String] = [
        .en: " to ", .de: " bis ", .fr: " à ", .es: " a ", .it: " a ", .pt: " a ", .ru: "-", .zh: "到", .ja: "から",
        .ko: "에서 ", .hi: " से ", .ar: " إلى ",
    ]
}
