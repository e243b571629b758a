public import Language

/// Turns the text of one utterance into another language. The rules of ``SpeechRecognizer`` hold here too.
public protocol Translator: Sendable {
    var descriptor: ProviderDescriptor { get }
    var capabilities: TranslatorCapabilities { get }
    /// Sums up conversations; nil where it cannot. Who can makes use of ``TranslationRequest/summary``, too.
    var summarizer: (any ConversationSummarizer)? { get }
    /// Translates many lines with one call; nil where it cannot.
    var batcher: (any BatchTranslator)? { get }

    /// Translates one utterance. Pieces of the translation, each following the one before, go to `piece` where the
    /// provider streams; joined they equal the answer's text.
    ///
    /// - Throws: ``ProviderError``, or `CancellationError`. An empty translation of a text is a failure
    ///   (``ProviderError/Failure/unusable``), never an answer.
    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation
}

extension Translator {
    public var summarizer: (any ConversationSummarizer)? { nil }
    public var batcher: (any BatchTranslator)? { nil }
}

public struct TranslatorCapabilities: Sendable, Hashable, Codable {
    /// Languages as such, without varieties.
    public var pairs: Set<LanguagePair>
    /// The varieties that it can be told to translate into.
    public var varieties: Set<LanguageTag>
    /// How much its translations are to be relied on.
    public var quality: TranslationQuality
    public var streams: Bool
    /// How many earlier (source, translation) pairs it makes use of; 0 where it has no context.
    public var contextPairs: Int
    public var maximumCharacters: Int?
    public var maximumConcurrency: Int?
    /// What it charges; nil where that is not known.
    public var price: Price?
    /// Whether it can be told what was wrong with an answer, so that asking once more is of use.
    public var takesHints: Bool
    /// Whether it makes use of what is said next (``TranslationRequest/later``).
    public var takesLater: Bool
    /// The languages it translates into in which it can be told how people address each other.
    public var addressedLanguages: Set<LanguageCode>
    /// The languages it translates into in which it can be told the terms of a glossary.
    public var termLanguages: Set<LanguageCode>

    public init(
        pairs: Set<LanguagePair>, varieties: Set<LanguageTag> = [], quality: TranslationQuality = .usual,
        streams: Bool = false, contextPairs: Int = 0, maximumCharacters: Int? = nil,
        maximumConcurrency: Int? = nil, price: Price? = .free, takesHints: Bool = false,
        takesLater: Bool = false, addressedLanguages: Set<LanguageCode> = [], termLanguages: Set<LanguageCode> = []
    ) {
        self.termLanguages = termLanguages
        self.takesHints = takesHints
        self.takesLater = takesLater
        self.addressedLanguages = addressedLanguages
        self.pairs = pairs
        self.varieties = varieties
        self.quality = quality
        self.streams = streams
        self.contextPairs = contextPairs
        self.maximumCharacters = maximumCharacters
        self.maximumConcurrency = maximumConcurrency
        self.price = price
    }
}

/// How much a translator's texts are to be relied on.
public enum TranslationQuality: String, Sendable, Codable, Hashable {
    /// What people expect of machine translation today.
    case usual
    /// Words and rules of a dictionary: the gist, with words that are wrong or left as they are.
    case rough
}

/// What a translator is shown besides what it is to translate.
public protocol TranslationSurroundings {
    var earlier: [ContextPair] { get }
    var later: [LaterLine] { get }
    var summary: String? { get }
    var terms: [GlossaryTerm] { get }
    /// The words that a translation which is asked for once more has to begin with, as they are being spoken already; nil
    /// where it may begin as it likes.
    var begun: String? { get }
}

extension TranslationSurroundings {
    public var begun: String? { nil }

    /// How many characters all of it has, for what a call is likely to consume.
    public var surroundingCharacters: Int {
        earlier.reduce(0) { $0 + $1.source.unicodeScalars.count + $1.translation.unicodeScalars.count }
            + later.reduce(0) { $0 + $1.source.unicodeScalars.count }
            + terms.reduce(0) { $0 + ([$1.source] + $1.targets).joined().unicodeScalars.count }
            + (summary?.unicodeScalars.count ?? 0) + (begun?.unicodeScalars.count ?? 0)
    }
}

public struct TranslationRequest: Sendable, TranslationSurroundings {
    public var text: String
    public var pair: LanguagePair
    /// Who says the text, `user` or `other`; nil where nobody else speaks. What the other one said around it was said in the
    /// language translated into.
    public var speaker: String?
    /// Earlier utterances of the conversation in order, oldest first, both directions, at most as many as the translator
    /// makes use of.
    public var earlier: [ContextPair]
    /// What is said next, in order, for a translator that makes use of it: to be understood, not translated.
    public var later: [LaterLine]
    /// What was said before these, in few words; nil where there is none, or the translator makes no use of it.
    public var summary: String?
    /// What was wrong with the answer before, in English; nil the first time.
    public var hint: String?
    public var begun: String?
    /// The glossary's terms that are in the text, in their order. A translator does with them what it can.
    public var terms: [GlossaryTerm]
    /// How the people address each other; nil where that is left to the translator, or it cannot be told.
    public var formality: Formality?
    /// Whether the text was typed, for a translator that is told: it has no mistakes of a recognizer then.
    public var isWritten: Bool
    public var context: CallContext

    public init(
        text: String, pair: LanguagePair, earlier: [ContextPair] = [], later: [LaterLine] = [], hint: String? = nil,
        terms: [GlossaryTerm] = [], formality: Formality? = nil, summary: String? = nil, isWritten: Bool = false,
        speaker: String? = nil, context: CallContext
    ) {
        self.speaker = speaker
        self.isWritten = isWritten
        self.summary = summary
        self.hint = hint
        self.terms = terms
        self.formality = formality
        self.text = text
        self.pair = pair
        self.earlier = earlier
        self.later = later
        self.context = context
    }
}

/// One earlier utterance: who said what, and how it was translated.
public struct ContextPair: Sendable, Hashable, Codable {
    /// `user` or `other`.
    public var speaker: String
    public var source: String
    public var translation: String

    public init(speaker: String, source: String, translation: String) {
        self.speaker = speaker
        self.source = source
        self.translation = translation
    }

    /// About what it adds to a request to a language model: both texts, and the names and marks around them.
    public var tokens: Int { TokenEstimate.tokens(in: source) + TokenEstimate.tokens(in: translation) + 16 }
}

/// One of the next utterances: who says what.
public struct LaterLine: Sendable, Hashable, Codable {
    /// `user` or `other`.
    public var speaker: String
    public var source: String

    public init(speaker: String, source: String) {
        self.speaker = speaker
        self.source = source
    }

    /// About what it adds to a request to a language model: the text, and the names and marks around it.
    public var tokens: Int { TokenEstimate.tokens(in: source) + 10 }
}

public struct Translation: Sendable, Hashable, Codable {
    public var text: String
    /// What it is in.
    public var tag: LanguageTag
    /// What is worth telling of how it came about: `pivot:es`, `unknown-words:2`, …
    public var notes: [String]
    /// What seems to be wrong with it; empty for one that passed every guard.
    public var flags: [TranslationFlag]
    /// What was wrong with the other answer, where it was asked for twice: with the one before it, whose place it took, or with
    /// the second, which was no better. Empty where one answer is all there is.
    public var refused: [TranslationFlag]
    public var usage: Usage

    /// The language it is in.
    public var language: LanguageCode { tag.code }

    /// The note on a translation that came in another form than it was asked for, as servers send it that ignore JSON schemas.
    public static let formIgnored = "form-ignored"

    /// Whether it came in another form than it was asked for.
    public var isOutOfForm: Bool { notes.contains(Self.formIgnored) }

    public init(
        text: String, language: LanguageCode, notes: [String] = [], flags: [TranslationFlag] = [],
        refused: [TranslationFlag] = [], usage: Usage = Usage()
    ) {
        self.init(
            text: text, tag: LanguageTag(language), notes: notes, flags: flags, refused: refused, usage: usage)
    }

    public init(
        text: String, tag: LanguageTag, notes: [String] = [], flags: [TranslationFlag] = [],
        refused: [TranslationFlag] = [], usage: Usage = Usage()
    ) {
        self.flags = flags
        self.refused = refused
        self.text = text
        self.tag = tag
        self.notes = notes
        self.usage = usage
    }
}

/// Something that seems to be wrong with a translation.
public struct TranslationFlag: Sendable, Hashable, Codable {
    /// The guard that found it: `numbers`, `language`, `echo`, …
    public var name: String
    /// One clause for people.
    public var reason: String
    /// The pieces of text it rests on.
    public var evidence: [String]

    public init(name: String, reason: String, evidence: [String] = []) {
        self.name = name
        self.reason = reason
        self.evidence = evidence
    }
}
