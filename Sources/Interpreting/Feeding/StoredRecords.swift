internal import Conversations
internal import Plumbing

/// The stored records of a conversation one after the other, read a page at a time. Only one task may take them.
final class StoredRecords: Sendable {
    private struct State {
        var pages: UtterancePages.Iterator
        var page: ArraySlice<UtteranceRecord> = []
        var isAtEnd = false
    }

    private let state: Locked<State>

    init(of conversation: ConversationID, in store: any ConversationStore) {
        state = Locked(State(pages: store.pages(of: conversation).makeAsyncIterator()))
    }

    /// Whether the store had no more records when one was asked for.
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// - Returns: nil if the store has no more of them now.
    /// - Throws: what the store throws. The next call then reads the same page.
    func next() async throws -> UtteranceRecord? {
        if let record = state.withLock({ $0.page.popFirst() }) { return record }
        var pages = state.withLock { $0.pages }
        let page = try await pages.next()
        return state.withLock { [pages] state in
            state.pages = pages
            state.page = (page ?? [])[...]
            if page == nil { state.isAtEnd = true }
            return state.page.popFirst()
        }
    }
}
