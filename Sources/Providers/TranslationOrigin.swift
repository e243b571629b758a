public import Language

/// How a translation came about, as far as that helps to judge it.
public struct TranslationOrigin: Sendable, Hashable {
    /// The language by way of which it was made; nil for a direct translation.
    public var pivot: LanguageCode?
    /// Words that stand untranslated in it, in small letters: those that no dictionary has.
    public var unknownWords: [String]
    public var quality: TranslationQuality

    public init(
        pivot: LanguageCode? = nil, unknownWords: [String] = [], quality: TranslationQuality = .usual
    ) {
        self.pivot = pivot
        self.unknownWords = unknownWords
        self.quality = quality
    }
}

extension Translation {
    /// What the notes say of how it came about.
    public var origin: TranslationOrigin {
        TranslationOrigin(
            pivot: notes.lazy.compactMap { Self.value(of: Self.pivotNote, in: $0) }.first.flatMap(LanguageCode.init),
            unknownWords: notes.compactMap { Self.value(of: Self.unknownNote, in: $0) },
            quality: notes.contains(Self.roughNote) ? .rough : .usual)
    }

    /// The notes that say something else.
    public var otherNotes: [String] {
        notes.filter { $0 != Self.roughNote && Self.value(of: Self.unknownNote, in: $0) == nil }
    }

    /// Notes on words that no dictionary has: how many there are, and which, as far as a note is worth it.
    public static func notes(onUnknown words: [String]) -> [String] {
        guard !words.isEmpty else { return [] }
        return ["unknown-words:\(words.count)"]
            + words.prefix(mostUnknownWords).map { unknownNote + String($0.prefix(longestUnknownWord)) }
    }

    /// The note on a language in between.
    public static func note(onPivot pivot: LanguageCode) -> String { pivotNote + pivot.rawValue }

    /// Writes down how much the translator is to be relied on.
    public mutating func note(_ quality: TranslationQuality) {
        if quality == .rough, !notes.contains(Self.roughNote) { notes.append(Self.roughNote) }
    }

    private static let pivotNote = "pivot:"
    private static let unknownNote = "unknown:"
    private static let roughNote = "rough"
    /// A text of nothing but unknown words says no more with all of them.
    private static let mostUnknownWords = 40
    private static let longestUnknownWord = 60

    private static func value(of note: String, in text: String) -> String? {
        text.hasPrefix(note) ? String(text.dropFirst(note.count)) : nil
    }
}
