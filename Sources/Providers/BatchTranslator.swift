public import Language

/// Translates many lines of a recording or a text with one call. Language models can do it; a translator that is one offers
/// it (``Translator/batcher``).
public protocol BatchTranslator: Sendable {
    /// Part of the key of its finished work, as a translator's is.
    var descriptor: ProviderDescriptor { get }

    /// Translates the lines of a batch.
    ///
    /// - Throws: ``ProviderError`` of stage `translation`, of class `unusable` where what came are not translations of
    ///   the lines in their order, but for a few; or `CancellationError`.
    func translate(_ batch: BatchRequest) async throws -> TranslatedBatch
}

public struct BatchRequest: Sendable, Hashable, TranslationSurroundings {
    /// What was said in one utterance.
    public struct Line: Sendable, Hashable {
        /// `user` or `other`.
        public var speaker: String
        public var text: String

        public init(speaker: String, text: String) {
            self.speaker = speaker
            self.text = text
        }

        /// About what it adds to a request and its answer: the text, its first words and the translation, with the names and
        /// marks around them.
        public var tokens: Int { 2 * TokenEstimate.tokens(in: text) + 30 }
    }

    public var pair: LanguagePair
    /// What is to be translated, in order; at least one.
    public var lines: [Line]
    /// What was said before the first, oldest first, as in a ``TranslationRequest``.
    public var earlier: [ContextPair]
    /// What is said behind the last, in order.
    public var later: [LaterLine]
    /// What was said before the earlier pairs, in few words; nil where there is none.
    public var summary: String?
    /// The glossary's terms that are in the lines, in their order.
    public var terms: [GlossaryTerm]
    public var formality: Formality?
    /// Whether the lines were typed.
    public var isWritten: Bool
    public var context: CallContext

    public init(
        pair: LanguagePair, lines: [Line], earlier: [ContextPair] = [], later: [LaterLine] = [],
        summary: String? = nil, terms: [GlossaryTerm] = [], formality: Formality? = nil, isWritten: Bool = false,
        context: CallContext
    ) {
        self.isWritten = isWritten
        self.pair = pair
        self.lines = lines
        self.earlier = earlier
        self.later = later
        self.summary = summary
        self.terms = terms
        self.formality = formality
        self.context = context
    }
}

/// The lines of a batch in the other language.
public struct TranslatedBatch: Sendable, Hashable, Codable {
    /// One translation for each line, in their order, none of them empty; nil where what came is not that line's.
    public var texts: [String?]
    /// Of all of them together.
    public var usage: Usage

    public init(texts: [String?], usage: Usage = Usage()) {
        self.texts = texts
        self.usage = usage
    }
}
