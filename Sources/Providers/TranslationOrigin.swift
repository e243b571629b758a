package import Language

/// How a translation was made, as far as that helps to judge it.
package struct TranslationOrigin: Sendable, Hashable {
    /// The language in between through which the text was translated; nil for a direct translation.
    package var pivot: LanguageCode?
    /// Words that are not translated, in lower case: those that no dictionary has.
    package var unknownWords: [String]
    package var quality: TranslationQuality

    package init(
        pivot: LanguageCode? = nil, unknownWords: [String] = [], quality: TranslationQuality = .usual
    ) {
        self.pivot = pivot
        self.unknownWords = unknownWords
        self.quality = quality
    }
}

extension Translation {
    /// The origin of the translation, as its notes give it.
    package var origin: TranslationOrigin {
        TranslationOrigin(
            pivot: notes.lazy.compactMap { Self.value(of: Self.pivotNote, in: $0) }.first.flatMap {
                LanguageCode(rawValue: $0)
            },
            unknownWords: notes.compactMap { Self.value(of: Self.unknownNote, in: $0) },
            quality: notes.lazy.compactMap(Self.quality(in:)).first ?? .usual)
    }

    /// The notes that are about neither the origin nor a longer translation.
    package var otherNotes: [String] {
        notes.filter {
            Self.quality(in: $0) == nil && Self.value(of: Self.unknownNote, in: $0) == nil && !Self.isOnLonger($0)
        }
    }

    /// Notes on words that no dictionary has: their number, and the words themselves up to a maximum.
    package static func notes(onUnknown words: [String]) -> [String] {
        guard !words.isEmpty else { return [] }
        return ["unknown-words:\(words.count)"]
            + words.prefix(maximumUnknownWords).map { unknownNote + String($0.prefix(longestUnknownWord)) }
    }

    /// The note on a translation that a user has written. No engine replaces it.
    package static let correctedNote = "corrected"

    /// Whether a user has written it.
    package var isCorrected: Bool { notes.contains(Self.correctedNote) }

    /// The note on the language in between.
    package static func note(onPivot pivot: LanguageCode) -> String { pivotNote + pivot.rawValue }

    /// Notes how reliable the translator is: `rough`, `fair` or `good`. What is usual needs no note.
    package mutating func note(_ quality: TranslationQuality) {
        if quality != .usual, !notes.contains(quality.rawValue) { notes.append(quality.rawValue) }
    }

    private static func quality(in note: String) -> TranslationQuality? {
        TranslationQuality(rawValue: note).flatMap { $0 == .usual ? nil : $0 }
    }

    private static let pivotNote = "pivot:"
    private static let unknownNote = "unknown:"
    /// The maximum number of words in the note: if a text has nothing but unknown words, listing all of them adds nothing.
    private static let maximumUnknownWords = 40
    private static let longestUnknownWord = 60

    private static func value(of note: String, in text: String) -> String? {
        text.hasPrefix(note) ? String(text.dropFirst(note.count)) : nil
    }
}
