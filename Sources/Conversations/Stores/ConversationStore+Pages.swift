/// The utterances of a conversation in order, read from its store a page at a time.
///
/// ```swift
/// for try await page in store.pages(of: conversation.id) {
///     for record in page { print(record.utterance.sequence) }
/// }
/// ```
package struct UtterancePages: AsyncSequence, Sendable {
    package typealias Element = [UtteranceRecord]

    private let store: any ConversationStore
    private let id: ConversationID
    private let first: Int
    private let size: Int

    fileprivate init(_ store: any ConversationStore, _ id: ConversationID, after first: Int, size: Int) {
        (self.store, self.id, self.first, self.size) = (store, id, first, size)
    }

    package func makeAsyncIterator() -> Iterator { Iterator(pages: self, last: first) }

    /// Reads the next page when it is asked for it, so that what was stored in the meantime is in it.
    package struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let pages: UtterancePages
        fileprivate var last: Int

        /// - Returns: nil if the store has no more of them now.
        /// - Throws: what the store throws.
        package mutating func next() async throws -> [UtteranceRecord]? {
            let page = try await pages.store.utterances(of: pages.id, after: last, limit: pages.size)
            guard let end = page.last?.utterance.sequence, end > last else { return nil }
            last = end
            return page
        }
    }
}

extension ConversationStore {
    /// The utterances of a conversation in pages, none of which is empty.
    ///
    /// - Parameters:
    ///   - after: they begin after the utterance with this number.
    ///   - size: how many are read at once, at least 1.
    package func pages(of id: ConversationID, after: Int = 0, size: Int = 64) -> UtterancePages {
        UtterancePages(self, id, after: after, size: Swift.max(1, size))
    }

    /// Calls a function with each event of the conversation's log, in order, a page of events at a time.
    package func forEachEvent(of id: ConversationID, _ body: (LoggedEvent) throws -> Void) async throws {
        var last = 0
        while true {
            let page = try await events(of: id, after: last, limit: 500)
            guard let end = page.last?.position, end > last else { return }
            last = end
            for event in page { try body(event) }
        }
    }
}
