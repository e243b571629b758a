internal import Language
package import Plumbing

/// The words of a search. A text matches if it contains each of them, wherever words begin in its language.
package struct SearchWords: Sendable, Hashable {
    /// Characters of the longest search.
    package static let longest = 200

    /// Folded (`SearchText`), each once.
    package let words: [String]

    /// - Throws: `Problem` of kind `usage`: `search.empty` or `search.long`.
    package init(_ text: String) throws(Problem) {
        guard text.count <= Self.longest else {
            throw Problem(
                .usage, "search.long", "the search has \(text.count) characters, \(Self.longest) are allowed",
                cure: "search for fewer words")
        }
        var words: [String] = []
        for word in SearchText.folded(text).split(whereSeparator: Self.separates).map(String.init)
        where !words.contains(word) { words.append(word) }
        guard !words.isEmpty else {
            throw Problem(.usage, "search.empty", "the search has no words", cure: "give a word or a part of one")
        }
        self.words = words
    }

    /// Control characters separate words as well: SQLite would take the search to end at U+0000.
    private static func separates(_ character: Character) -> Bool {
        character.isWhitespace || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }

    /// Whether each word is in one of the texts, which are folded.
    package func match(_ folded: [String]) -> Bool {
        let texts = folded.map { Array($0.unicodeScalars) }
        return words.allSatisfy { word in texts.contains { $0.contains(Array(word.unicodeScalars)) } }
    }
}

/// An utterance whose texts match a search.
package struct TextMatch: Sendable, Hashable {
    /// The later an utterance got its first text, the higher; valid in its own store only.
    package var position: Int
    package var conversation: Conversation
    package var record: UtteranceRecord

    package init(position: Int, conversation: Conversation, record: UtteranceRecord) {
        self.position = position
        self.conversation = conversation
        self.record = record
    }
}

/// The place of a conversation in the list of all, the newest of which is the first.
package struct ConversationPlace: Sendable, Hashable {
    /// Milliseconds since 1970.
    package var createdAt: Int64
    package var id: ConversationID

    package init(_ conversation: Conversation) { self.init(createdAt: conversation.createdAt, id: conversation.id) }

    package init(createdAt: Int64, id: ConversationID) {
        self.createdAt = createdAt
        self.id = id
    }
}
