internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// The answer for several languages: one result for each, with its document or its files, or why there is none.
struct PartResults: Sendable {
    let results: [ServedWork.Result]
    let form: AnswerForm
    let store: any ContentStore

    private struct Head: Encodable {
        var to: String
        var conversation: ConversationID
        var state: ConversationState
        var files: [FileLinks.Link]?
    }

    private struct Failure: Encodable {
        var to: String
        var error: ProblemDocument
    }

    /// The documents are sent a page of utterances at a time.
    func response() async throws -> Response {
        var heads: [String] = []
        for result in results { heads.append(try head(of: result)) }
        let body = ResponseBody { [heads] writer in
            try await writer.write(ByteBuffer(string: "{\"results\":["))
            for (place, (result, head)) in zip(results, heads).enumerated() {
                if place > 0 { try await writer.write(ByteBuffer(string: ",")) }
                guard case .document = form, let outcome = result.outcome else {
                    try await writer.write(ByteBuffer(string: head))
                    continue
                }
                try await writer.write(ByteBuffer(string: "\(head.dropLast()),\"document\":"))
                var pieces = try await DocumentPieces(
                    of: outcome.conversation, finished: outcome.finished, store: store)
                while let piece = try await pieces.next() { try await writer.write(ByteBuffer(bytes: piece)) }
                try await writer.write(ByteBuffer(string: "}"))
            }
            try await writer.write(ByteBuffer(string: "]}\n"))
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
    }

    private func head(of result: ServedWork.Result) throws -> String {
        guard let outcome = result.outcome else {
            return try JSONEncoder.sorted.text(
                Failure(to: result.name, error: ProblemDocument(result.refusal ?? .truncated)))
        }
        var head = Head(to: result.name, conversation: outcome.conversation.id, state: outcome.finished.state)
        if case .links(let formats, let captions) = form {
            head.files = FileLinks.links(formats, captions, of: outcome.conversation.id)
        }
        return try JSONEncoder.sorted.text(head)
    }
}
