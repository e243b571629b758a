package import Language

/// Translates many lines of a recording or a text with one call. Language models can do this; a translator that is a language
/// model offers it (``Translator/batcher``).
package protocol BatchTranslator: Provider<BatchRequest, TranslatedLine, TranslatedBatch> {
    /// Translates the lines of a batch.
    ///
    /// - Parameter line: receives each line that is complete before the answer is, if the provider streams. So an answer that is
    ///   cut has not been made in vain.
    /// - Throws: ``ProviderError`` of stage `translation`, or `CancellationError`. The class is `unusable` if the answer does
    ///   not contain the translations of the lines in their order, except for a few lines.
    func translate(_ batch: BatchRequest, line: PartialSink<TranslatedLine>) async throws -> TranslatedBatch
}

extension BatchTranslator {
    package var stage: Stage { .translation }

    package func answer(
        _ request: BatchRequest, partial: PartialSink<TranslatedLine>
    ) async throws -> TranslatedBatch {
        try await translate(request, line: partial)
    }
}

/// The request for the translation of several lines in one call.
package struct BatchRequest: ProviderRequest, Hashable, TranslationSurroundings {
    /// The text of one utterance.
    package struct Line: Sendable, Hashable {
        /// `user` or `other`.
        package var speaker: String
        package var text: String

        package init(speaker: String, text: String) {
            self.speaker = speaker
            self.text = text
        }

        /// The approximate number of tokens that it adds to a request and its answer. Counted are the text, its first words and
        /// the translation, with the names and marks around them.
        package var tokens: Int { 2 * TokenEstimate.tokens(in: text) + 30 }
    }

    package var pair: LanguagePair
    /// The lines to translate, in order; at least one.
    package var lines: [Line]
    /// The pairs before the first line, oldest first, as in a ``TranslationRequest``.
    package var earlier: [ContextPair] = []
    /// The lines after the last one, in order.
    package var later: [LaterLine] = []
    /// A short summary of what was said before the earlier pairs; nil if there is none.
    package var summary: String?
    /// The glossary's terms that are in the lines, in their order.
    package var terms: [GlossaryTerm] = []
    package var formality: Formality?
    /// Whether the lines were typed.
    package var isWritten = false
    package var context: CallContext

    /// - Parameter change: sets the members that differ from their defaults.
    package init(
        pair: LanguagePair, lines: [Line], context: CallContext, _ change: (inout BatchRequest) -> Void = { _ in }
    ) {
        self.pair = pair
        self.lines = lines
        self.context = context
        change(&self)
    }
}

/// A line of a batch with its complete translation.
package struct TranslatedLine: Sendable, Hashable {
    /// From 0, in the order of the request.
    package var index: Int
    package var text: String

    package init(index: Int, text: String) {
        self.index = index
        self.text = text
    }
}

/// The translated lines of a batch.
package struct TranslatedBatch: Sendable, Hashable, Codable {
    /// One translation for each line, in their order, none of them empty. A translation is nil if the received text does not
    /// belong to that line.
    package var texts: [String?]
    /// The usage of all lines together.
    package var usage: Usage

    package init(texts: [String?], usage: Usage = Usage()) {
        self.texts = texts
        self.usage = usage
    }
}
