package import Language
package import Providers

/// The name of a phrase, made from its text and languages: the same text between the same languages is the same phrase on every
/// machine.
package struct PhraseID: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// `p` and eight characters of the hash of the text and its languages. One in twenty thousand phrase books of ten thousand
    /// phrases has two phrases with the same name.
    package init(text: String, pair: LanguagePair) {
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var hash = ContentHash()
        hash.update("\(pair.source.rawValue)\n\(pair.target.rawValue)\n\(text)".utf8)
        let bits = hash.hexadecimal().prefix(10).reduce(UInt64(0)) { $0 << 4 | UInt64($1.hexDigitValue ?? 0) }
        rawValue = "p" + String((0..<8).reversed().map { digits[Int(bits >> UInt64($0 * 5) & 31)] })
    }

    package init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    package var description: String { rawValue }
}

/// A sentence that a user wants to have ready in another language, with its speech.
package struct Phrase: Sendable, Hashable, Codable {
    package var id: PhraseID
    package var text: String
    package var translation: String
    package var pair: LanguagePair
    /// In alphabetical order, each once.
    package var tags: [String]
    /// The findings of the guards in the translation. Empty if they found nothing, or if the user wrote the translation.
    package var flags: [TranslationFlag]
    /// The speech of the translation; nil until it has been spoken.
    package var speech: SpokenAudio?
    /// Milliseconds since 1970.
    package var createdAt: Int64
    /// The key of the request that the translation answers. It is nil if the user wrote the translation, or if the phrase is
    /// older than this field.
    package var translationKey: ContentKey?
    /// The key of the request that the speech answers; nil if there is no speech, or if it is older than this field.
    package var speechKey: ContentKey?

    /// The two request keys are for the phrase book only, so they are not encoded.
    private enum CodingKeys: CodingKey {
        case id, text, translation, pair, tags, flags, speech, createdAt
    }

    package init(
        text: String, translation: String, pair: LanguagePair, tags: [String] = [], flags: [TranslationFlag] = [],
        speech: SpokenAudio? = nil, createdAt: Int64
    ) {
        self.flags = flags
        id = PhraseID(text: text, pair: pair)
        self.text = text
        self.translation = translation
        self.pair = pair
        self.tags = Set(tags).sorted()
        self.speech = speech
        self.createdAt = createdAt
    }
}

/// A filter for phrases: a phrase must meet every given condition.
package struct PhraseFilter: Sendable, Hashable {
    package var tag: String?
    /// One of the phrase's two languages; a language without a variety matches all its varieties.
    package var language: LanguageTag?

    /// Words in the text or in the translation.
    package var words: SearchWords?
    /// A phrase of the list; only those after it are admitted.
    package var place: PhrasePlace?

    package init(tag: String? = nil, language: LanguageTag? = nil) {
        self.tag = tag
        self.language = language
    }

    package func admits(_ phrase: Phrase) -> Bool {
        (tag.map(phrase.tags.contains) ?? true) && (place.map { $0 < PhrasePlace(phrase) } ?? true)
            && (words?.match([phrase.text, phrase.translation].map(SearchText.folded)) ?? true)
            && (language.map { wanted in phrase.pair.plain.tags.contains(wanted) || phrase.pair.tags.contains(wanted) }
                ?? true)
    }
}

/// The place of a phrase in the list of all, the oldest of which is the first.
package struct PhrasePlace: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970.
    package var createdAt: Int64
    package var id: PhraseID

    package init(_ phrase: Phrase) { self.init(createdAt: phrase.createdAt, id: phrase.id) }

    package init(createdAt: Int64, id: PhraseID) {
        self.createdAt = createdAt
        self.id = id
    }

    package static func < (one: PhrasePlace, other: PhrasePlace) -> Bool {
        (one.createdAt, one.id.rawValue) < (other.createdAt, other.id.rawValue)
    }
}
