internal import Access
internal import Conversations
internal import Hummingbird
internal import VerbioService

/// Continues a conversation that is not complete. Its engines do what failed, and what was not heard.
struct ResumeRoute: Route {
    static let name = RouteName(.post, "/api/conversations/{id}/resume")
    /// The rest is paid for.
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
        let known = [AudioParameter.name]
        let query = try QueryParameters(request.uri.query, known: known)
            .adding(try await JSONFields.parameters(from: request), known: known)
        let wantsEvents = AudioBody.wantsEvents(request.headers)
        let spoken = try AudioParameter.read(query, isEventStream: wantsEvents)
        let conversation = try await store.conversation(named: context)
        return try await work.begin(.rest(conversation), spoken: spoken).response(
            to: request, context, as: wantsEvents ? .events : .document, from: files)
    }
}
