public import Language

/// Sums up what was said in a conversation, for those who translate what comes later and are shown only its newest
/// utterances. Language models can do it; a translator that is one offers it (``Translator/summarizer``).
public protocol ConversationSummarizer: Sendable {
    /// Part of the key of its finished work, as a translator's is.
    var descriptor: ProviderDescriptor { get }

    /// Sums up one stretch of the conversation, and what was said before it.
    ///
    /// - Throws: ``ProviderError`` of stage `translation`, or `CancellationError`.
    func summarize(_ request: SummaryRequest) async throws -> Summary
}

public struct SummaryRequest: Sendable, Hashable {
    /// What is asked for: three sentences.
    public static let wantedCharacters = 400
    /// What is taken: language models count characters badly.
    public static let mostCharacters = 600

    /// The languages of the conversation.
    public var pair: LanguagePair
    /// What was said before the pairs, as it was summed up; nil where they are the beginning.
    public var previous: String?
    /// What is to be summed up, oldest first; at least one.
    public var pairs: [ContextPair]
    public var context: CallContext

    public init(pair: LanguagePair, previous: String? = nil, pairs: [ContextPair], context: CallContext) {
        self.pair = pair
        self.previous = previous
        self.pairs = pairs
        self.context = context
    }
}

/// What was said so far, in English and in few words.
public struct Summary: Sendable, Hashable, Codable {
    public var text: String
    public var usage: Usage

    public init(text: String, usage: Usage = Usage()) {
        self.text = text
        self.usage = usage
    }

    /// About what it adds to a request to a language model, its name and marks included.
    public static func tokens(in text: String) -> Int { TokenEstimate.tokens(in: text) + 4 }
}
