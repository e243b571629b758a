internal import Conversations
internal import Hummingbird
internal import Interpreting
internal import VerbioService

/// Changes a stored conversation, and answers with the events of that or with the document.
struct ConversationChange: Sendable {
    private let work: ScopedWork
    private let files: AnswerFiles

    init(_ parts: RouteParts) {
        work = parts.work
        files = parts.files
    }

    /// - Parameters:
    ///   - change: what is done if the conversation is not being spoken.
    ///   - correction: what is done in its turn if it is; nil if that cannot be.
    ///   - spoken: the form in which speech is among the events; nil to leave it out.
    ///   - begun: as in ``ScopedWork/begin(_:spoken:begun:)-(Work,_,_)``.
    func response(
        _ change: Work, live correction: CorrectionQueue.Correction? = nil, of conversation: Conversation,
        spoken: PieceEncoding?, begun: ServedWork.Begun? = nil, to request: Request, _ context: ServerContext
    ) async throws -> Response {
        let asEvents = AudioBody.wantsEvents(request.headers)
        if let correction, let events = try await work.perform(correction, in: conversation.id) {
            try await begun?(conversation.id)
            return try await .corrected(events, in: conversation, asEvents: asEvents, store: files.store)
        }
        return try await work.begin(change, spoken: spoken, begun: begun).response(
            to: request, context, as: asEvents ? .events : .document, from: files)
    }
}
