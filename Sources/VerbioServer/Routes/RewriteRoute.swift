internal import Access
internal import Conversations
internal import Hummingbird
internal import Interpreting
internal import Plumbing
internal import VerbioService

/// Corrects the texts of one utterance, and translates and speaks that line alone.
struct RewriteRoute: Route {
    static let name = RouteName(.patch, "/api/conversations/{id}/utterances/{number}")
    /// The new text is paid for.
    static let access = RouteAccess.key(.translate)

    private let store: any ContentStore
    private let work: ScopedWork
    private let files: AnswerFiles

    init(_ parts: RouteParts) {
        store = parts.service.store
        work = parts.work
        files = parts.files
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: [AudioParameter.name])
        let wantsEvents = AudioBody.wantsEvents(request.headers)
        let spoken = try AudioParameter.read(query, isEventStream: wantsEvents)
        let fields = try await JSONBody.read(TextFields.self, keys: TextFields.names, from: request)
        let texts = try fields.checked()
        let conversation = try await store.conversation(named: context)
        let utterance = try await store.utterance(of: conversation, named: context).utterance
        let rewriting = RewritingRequest(
            conversation: conversation, sequence: utterance.sequence, texts: texts)
        if let events = try await work.perform(
            .init(.texts(texts), of: utterance.sequence), in: conversation.id)
        {
            return try await .corrected(events, in: conversation, asEvents: wantsEvents, store: store)
        }
        return try await work.begin(.rewriting(rewriting), spoken: spoken).response(
            to: request, context, as: wantsEvents ? .events : .document, from: files)
    }
}
