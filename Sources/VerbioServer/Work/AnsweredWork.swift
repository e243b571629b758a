internal import Audio
internal import Conversations
internal import Delivery
internal import Hummingbird
internal import Interpreting
internal import NIOCore
internal import Plumbing

/// Work for the client of one request, and the answers to it.
struct AnsweredWork: Sendable {
    let work: ServedWork
    let answers: ListenerAnswers
    /// The form in which speech is among the answers; nil if it is not.
    let spoken: PieceEncoding?

    /// The document or files of it at the end, or the events as they happen.
    func response(
        to request: Request, _ context: ServerContext, as form: AnswerForm, from files: AnswerFiles
    ) async throws -> Response {
        let store = files.store
        endWithConnection(context)
        guard form != .events else { return try await events() }
        let outcome = try await end()
        if work.hasSeveral {
            return try await PartResults(results: work.results, form: form, store: store).response()
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

    /// Lets the work know when the connection is closed.
    func endWithConnection(_ context: ServerContext) {
        // The reference is weak: a connection may outlive the work of many requests.
        context.channel.closeFuture.whenComplete { [weak work] _ in work?.listenerLeft() }
    }

    /// Waits for the end of the work.
    func end() async throws -> RunningWork.Outcome {
        while try await answers.next() != nil {}
        guard let outcome = work.outcome else { throw Refusal.truncated }
        return outcome
    }

    /// The first answer that is no sign of life. It decides the status: a failure before it is answered with its own status.
    ///
    /// - Throws: the failure; ``Refusal`` if there is no answer.
    func first() async throws -> ListenerAnswers.Answer {
        var first = try await answers.next()
        while case .keepAlive = first { first = try await answers.next() }
        guard let first else { throw Refusal.truncated }
        return first
    }

    private func events() async throws -> Response {
        let first = try await first()
        let body = ResponseBody { writer in
            var lines = AnswerLines(spoken: spoken)
            var next: ListenerAnswers.Answer? = first
            while let answer = next {
                if let text = try lines.text(of: answer) { try await writer.write(ByteBuffer(string: text)) }
                do {
                    next = try await answers.next()
                    // Some of several languages may have failed.
                    if next == nil, let refusal = work.results.lazy.compactMap(\.refusal).first { throw refusal }
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

/// Answers as lines of a stream of events.
private struct AnswerLines {
    let spoken: PieceEncoding?
    private var conversation: ConversationID?
    private var pieces = SpokenPieces()

    init(spoken: PieceEncoding?) { self.spoken = spoken }

    /// - Returns: nil if the client is sent nothing for it.
    mutating func text(of answer: ListenerAnswers.Answer) throws -> String? {
        switch answer {
        case .keepAlive: return EventLines.keepAlive
        case .delivered(.event(let event), _): return try EventLines.serverSent(event)
        case .delivered(.audio(let utterance, let voice), let id):
            guard let spoken else { return nil }
            if id != conversation { (conversation, pieces) = (id, SpokenPieces()) }
            return try SpokenPiece(pieces.next(of: utterance), of: utterance, in: id, voice, as: spoken).serverSent()
        case .delivered: return nil
        }
    }
}
