internal import Conversations
internal import Delivery
internal import Hummingbird
internal import NIOCore
internal import Plumbing

extension TranslationRun {
    /// The document or files of it at the end, or the events as they happen.
    func response(
        to request: Request, _ context: ServerContext, as form: AnswerForm, from files: AnswerFiles
    ) async throws -> Response {
        let store = files.store
        // The reference is weak: a connection may outlive many translations.
        context.channel.closeFuture.whenComplete { [weak self] _ in self?.listenerLeft() }
        guard form != .events else { return try await events() }
        let outcome = try await end()
        if let targetRuns {
            return try await TargetResults(results: targetRuns.results, form: form, store: store).response()
        }
        switch form {
        case .document, .events:
            return try await .document(of: outcome.conversation, finished: outcome.finished, store: store)
        case .file(let format, let captions):
            let conversation = try await store.conversation(outcome.conversation.id) ?? outcome.conversation
            let found = try await ConversationFile(
                format, captions, of: conversation, from: files, voiceless: .unprocessableContent)
            return found.file.response(type: found.type, name: found.name)
        case .links(let formats, let captions):
            return try .json(
                FileLinks(formats, captions, of: outcome.conversation, state: outcome.finished.state))
        }
    }

    /// Waits for the end of the run.
    func end() async throws -> Outcome {
        while try await answers.next() != nil {}
        guard let outcome else { throw Refusal.truncated }
        return outcome
    }

    /// Answers with events. The first event decides the status: a failure before it is answered with its own status.
    private func events() async throws -> Response {
        let (answers, targetRuns) = (answers, targetRuns)
        var first = try await answers.next()
        while case .keepAlive = first { first = try await answers.next() }
        guard let first else { throw Refusal.truncated }
        let body = ResponseBody { writer in
            var next: TranslationAnswer? = first
            var position = 0
            while let answer = next {
                let text: String
                switch answer {
                case .event(let event):
                    position += 1
                    text = try EventLines.serverSent(LoggedEvent(position: position, event: event))
                case .audio(let piece): text = try piece.serverSent()
                case .keepAlive, .partial, .revised, .acknowledged, .refused: text = EventLines.keepAlive
                }
                try await writer.write(ByteBuffer(string: text))
                do {
                    next = try await answers.next()
                    // Some of several languages may have failed.
                    if next == nil, let refusal = targetRuns?.results.lazy.compactMap(\.refusal).first { throw refusal }
                } catch {
                    // The status was already sent, so the problem is sent as the last event.
                    let document = ProblemDocument(Refusal(error)).json()
                    try await writer.write(ByteBuffer(string: "event: error\ndata: \(document)\n\n"))
                    next = nil
                }
            }
            try await writer.finish(nil)
        }
        return EventStream.response(body)
    }
}
