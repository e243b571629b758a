internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

extension TranslationRun {
    /// The bilingual document at the end, or the events as they happen if the client asks for them.
    func response(
        to request: Request, _ context: ServerContext, store: any ConversationStore
    ) async throws -> Response {
        // The reference is weak: a connection may outlive many translations.
        context.channel.closeFuture.whenComplete { [weak self] _ in self?.listenerLeft() }
        return AudioBody.wantsEvents(request.headers) ? try await events() : try await document(in: store)
    }

    private func document(in store: any ConversationStore) async throws -> Response {
        while try await answers.next() != nil {}
        guard let outcome else { throw Refusal.truncated }
        return try await .document(of: outcome.conversation, finished: outcome.finished, store: store)
    }

    /// Answers with events. The first event decides the status: a failure before it is answered with a status of its own.
    private func events() async throws -> Response {
        let answers = answers
        var first = try await answers.next()
        while case .keepAlive = first { first = try await answers.next() }
        guard let first else { throw Refusal.truncated }
        let body = ResponseBody { writer in
            var next: TranslationRun.Answer? = first
            var position = 0
            while let answer = next {
                let text: String
                switch answer {
                case .event(let event):
                    position += 1
                    text = try EventLines.serverSent(LoggedEvent(position: position, event: event))
                case .audio(let piece): text = try piece.serverSent()
                case .keepAlive, .partial, .revised: text = EventLines.keepAlive
                }
                try await writer.write(ByteBuffer(string: text))
                do {
                    next = try await answers.next()
                } catch {
                    // The status was already sent, so the problem is sent as the last event.
                    let document = ProblemDocument(Refusal(error)).json()
                    try await writer.write(ByteBuffer(string: "event: error\ndata: \(document)\n\n"))
                    next = nil
                }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }
}
