internal import Audio
package import Conversations

/// The bilingual document of a conversation as a stream of bytes, for callers that do not want a file. The bytes are those that
/// ``OutputWriter`` writes, a page of utterances at a time.
///
/// ```swift
/// var pieces = try await DocumentPieces(of: conversation, store: store)
/// while let piece = try await pieces.next() { try await send(piece) }
/// ```
package struct DocumentPieces: Sendable {
    private var pages: UtterancePages.Iterator
    private var document: ConversationDocument
    private var timeline = TrackTimeline()
    private var hasBegun = false
    private var hasEnded = false

    /// - Parameters:
    ///   - finished: the conversation's last event. Nil takes it from the event log, or sums up the records if the log
    ///     has none.
    ///   - pageSize: the number of records that are fetched at once.
    /// - Throws: what the store throws.
    package init(
        of conversation: Conversation, finished: Event.ConversationFinished? = nil, store: any ConversationStore,
        pageSize: Int = 64
    ) async throws {
        pages = store.pages(of: conversation.id, size: pageSize).makeAsyncIterator()
        let ending: Event.ConversationFinished
        if let finished { ending = finished } else { ending = try await store.ending(of: conversation) }
        document = ConversationDocument(conversation, finished: ending)
    }

    /// The next bytes, at least one; nil at the end.
    ///
    /// - Throws: what the store throws.
    package mutating func next() async throws -> [UInt8]? {
        var bytes: [UInt8] = hasBegun ? [] : document.head()
        hasBegun = true
        while !hasEnded {
            if let page = try await pages.next() {
                for record in page { document.expect(record.utterance.sequence) }
                for placed in page.flatMap({ timeline.add($0) }) { bytes += document.add(placed) }
            } else {
                for placed in timeline.finish() { bytes += document.add(placed) }
                bytes += document.tail()
                hasEnded = true
            }
            if !bytes.isEmpty { return bytes }
        }
        return nil
    }
}
