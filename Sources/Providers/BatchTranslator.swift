public import Language

/// Translates many lines of a recording or a text with one call. Language models can do this; a translator that is a language
/// model offers it (``Translator/batcher``).
public protocol BatchTranslator: Provider<BatchRequest, Never, TranslatedBatch> {
    /// Translates the lines of a batch.
    ///
    /// - Throws: ``ProviderError`` of stage `translation`, or `CancellationError`. The class is `unusable` if the answer does
    ///   not contain the translations of the lines in their order, except for a few lines.
    func translate(_ batch: BatchRequest) async throws -> TranslatedBatch
}

extension BatchTranslator {
    public var stage: Stage { .translation }

    public func answer(_ request: BatchRequest, partial: PartialSink<Never>) async throws -> TranslatedBatch {
        try await translate(request)
    }
}

/// The request for the translation of several lines in one call.
public struct BatchRequest: ProviderRequest, Hashable, TranslationSurroundings {
    /// The text of one utterance.
    public struct Line: Sendable, Hashable {
        /// `user` or `other`.
        public var speaker: String
        public var text: String

        public init(speaker: String, text: String) {
            self.speaker = speaker
            self.text = text
        }

        /// The approximate number of tokens that it adds to a request and its answer. Counted are the text, its first words and
        /// the translation, with the names and marks around them.
        public var tokens: Int { 2 * TokenEstimate.tokens(in: text) + 30 }
    }

    public var pair: LanguagePair
    /// The lines to translate, in order; at least one.
    public var lines: [Line]
    /// The pairs before the first line, oldest first, as in a ``TranslationRequest``.
    public var earlier: [ContextPair] = []
    /// The lines after the last one, in order.
    public var later: [LaterLine] = []
    /// A short summary of what was said before the earlier pairs; nil if there is none.
    public var summary: String?
    /// The glossary's terms that are in the lines, in their order.
    public var terms: [GlossaryTerm] = []
    public var formality: Formality?
    /// Whether the lines were typed.
    public var isWritten = false
    public var context: CallContext

    /// - Parameter change: sets the members that differ from their defaults.
    public init(
        pair: LanguagePair, lines: [Line], context: CallContext, _ change: (inout BatchRequest) -> Void = { _ in }
    ) {
        self.pair = pair
        self.lines = lines
        self.context = context
        change(&self)
    }
}

/// The translated lines of a batch.
public struct TranslatedBatch: Sendable, Hashable, Codable {
    /// One translation for each line, in their order, none of them empty. A translation is nil if the received text does not
    /// belong to that line.
    public var texts: [String?]
    /// The usage of all lines together.
    public var usage: Usage

    public init(texts: [String?], usage: Usage = Usage()) {
        self.texts = texts
        self.usage = usage
    }
}
