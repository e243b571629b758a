internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Response {
    /// The bilingual document, a page of utterances at a time.
    ///
    /// - Parameter finished: the conversation's last event; nil looks it up.
    static func document(
        of conversation: Conversation, finished: Event.ConversationFinished?, store: any ConversationStore
    ) async throws -> Response {
        var pieces = try await DocumentPieces(of: conversation, finished: finished, store: store)
        // The first piece is read before the status is sent, so that the status can report a store that cannot be read.
        let first = try await pieces.next() ?? []
        let rest = pieces
        let body = ResponseBody { writer in
            var pieces = rest
            try await writer.write(ByteBuffer(bytes: first))
            while let piece = try await pieces.next() { try await writer.write(ByteBuffer(bytes: piece)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
    }
}
