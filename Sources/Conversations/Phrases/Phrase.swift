public import Language
public import Providers

/// Names a phrase by what it says: the same text between the same languages is the same phrase, on every machine.
public struct PhraseID: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// `p` and eight characters of the hash over the text and its languages: a phrase book of ten thousand has two alike once in
    /// twenty thousand books.
    public init(text: String, pair: LanguagePair) {
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var hash = ContentHash()
        hash.update("\(pair.source.rawValue)\n\(pair.target.rawValue)\n\(text)".utf8)
        let bits = hash.hexadecimal().prefix(10).reduce(UInt64(0)) { $0 << 4 | UInt64($1.hexDigitValue ?? 0) }
        rawValue = "p" + String((0..<8).reversed().map { digits[Int(bits >> UInt64($0 * 5) & 31)] })
    }

    public init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(String.self) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public var description: String { rawValue }
}

/// A sentence one wants to have at hand in another language, with its voice.
public struct Phrase: Sendable, Hashable, Codable {
    public var id: PhraseID
    public var text: String
    public var translation: String
    public var pair: LanguagePair
    /// In alphabetical order, each once.
    public var tags: [String]
    /// What guards have found in the translation; empty where they found nothing, and for words of one's own.
    public var flags: [TranslationFlag]
    /// The translation spoken; nil until it has been.
    public var speech: SpokenAudio?
    /// Milliseconds since 1970.
    public var createdAt: Int64
    /// The key of the request that the translation answers; nil for words of one's own, and for phrases older than this.
    public var translationKey: ContentKey?
    /// The key of the request that the speech answers; nil where there is none, or it is older than this.
    public var speechKey: ContentKey?

    /// The keys are nobody's business but the phrase book's.
    private enum CodingKeys: CodingKey {
        case id, text, translation, pair, tags, flags, speech, createdAt
    }

    public init(
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

/// Which phrases are wanted: those that fulfil everything given.
public struct PhraseFilter: Sendable, Hashable {
    public var tag: String?
    /// One of the phrase's two languages; a language as such stands for all its varieties.
    public var language: LanguageTag?

    public init(tag: String? = nil, language: LanguageTag? = nil) {
        self.tag = tag
        self.language = language
    }

    public func admits(_ phrase: Phrase) -> Bool {
        (tag.map(phrase.tags.contains) ?? true)
            && (language.map { wanted in phrase.pair.plain.tags.contains(wanted) || phrase.pair.tags.contains(wanted) }
                ?? true)
    }
}
