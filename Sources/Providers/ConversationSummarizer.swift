package import Language

/// Summarizes what was said in a conversation, for translators that translate later utterances and are given only the
/// newest ones. Language models can do this; a translator that is a language model offers it (``Translator/summarizer``).
package protocol ConversationSummarizer: Provider<SummaryRequest, Never, Summary> {
    /// Summarizes one part of the conversation, and what was said before it.
    ///
    /// - Throws: ``ProviderError`` of stage `translation`, or `CancellationError`.
    func summarize(_ request: SummaryRequest) async throws -> Summary
}

extension ConversationSummarizer {
    package var stage: Stage { .translation }

    package func answer(_ request: SummaryRequest, partial: PartialSink<Never>) async throws -> Summary {
        try await summarize(request)
    }
}

/// The request for a summary of a stretch of a conversation.
package struct SummaryRequest: ProviderRequest, Hashable {
    /// The requested length: three sentences.
    package static let wantedCharacters = 400
    /// The accepted length: language models count characters badly.
    package static let maximumCharacters = 600

    /// The languages of the conversation.
    package var pair: LanguagePair
    /// The summary of what was said before the pairs; nil if the pairs are the beginning.
    package var previous: String?
    /// The pairs to summarize, oldest first; at least one.
    package var pairs: [ContextPair]
    package var context: CallContext

    package init(pair: LanguagePair, previous: String? = nil, pairs: [ContextPair], context: CallContext) {
        self.pair = pair
        self.previous = previous
        self.pairs = pairs
        self.context = context
    }
}

/// A short summary in English of what was said so far.
package struct Summary: Sendable, Hashable, Codable {
    package var text: String
    package var usage: Usage

    package init(text: String, usage: Usage = Usage()) {
        self.text = text
        self.usage = usage
    }

    /// The approximate number of tokens that it adds to a request to a language model, its name and marks included.
    package static func tokens(in text: String) -> Int { TokenEstimate.tokens(in: text) + 4 }
}
