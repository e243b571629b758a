internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

extension Response {
    /// The answer for a conversation that an earlier request has begun, and that is finished.
    static func again(
        _ conversation: Conversation, as form: AnswerForm, from files: AnswerFiles
    ) async throws -> Response {
        let store = files.store
        let response: Response
        switch form {
        case .document: response = try await .document(of: conversation, finished: nil, store: store)
        case .file(let format, let captions):
            let found = try await ConversationFile(
                format, captions, of: conversation, from: files, voiceless: .unprocessableContent)
            response = found.file.response(type: found.type, name: found.name)
        case .links(let formats, let captions):
            response = try .json(FileLinks(formats, captions, of: conversation, state: conversation.state))
        case .events:
            let body = ResponseBody { writer in
                var last = 0
                while true {
                    let page = try await store.events(of: conversation.id, after: last, limit: 500)
                    guard let end = page.last else { break }
                    last = end.position
                    for event in page { try await writer.write(ByteBuffer(string: EventLines.serverSent(event))) }
                }
                try await writer.finish(nil)
            }
            response = EventStream.response(body)
        }
        return response.replayed
    }

    /// The same, marked as the answer to a request that was done before.
    var replayed: Response {
        var response = self
        if let name = HTTPField.Name("Idempotency-Replayed") { response.headers[name] = "true" }
        return response
    }
}

extension Response {
    /// The answer for an utterance that was corrected while its conversation runs: the utterance's new events, or the document
    /// up to now.
    static func corrected(
        _ events: [Event], in conversation: Conversation, asEvents: Bool, store: any ContentStore
    ) async throws -> Response {
        guard asEvents else {
            return try await .document(
                of: try await store.conversation(conversation.id) ?? conversation, finished: nil, store: store)
        }
        let lines = try events.map { try EventLines.serverSent($0) }
        return EventStream.response(ResponseBody(byteBuffer: ByteBuffer(string: lines.joined())))
    }
}
