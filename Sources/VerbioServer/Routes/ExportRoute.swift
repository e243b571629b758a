internal import Conversations
internal import Delivery
internal import Hummingbird
internal import VerbioService

/// One file of a conversation, as the command line writes it.
struct ExportRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/export")

    private let store: any ContentStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["format", "captions"])
        let name = try query.required("format", such: "srt")
        guard let format = OutputFormat.all.first(where: { $0.name == name }) else {
            throw query.bad("format", OutputFormat.all.map(\.name))
        }
        let captions = try query.word(
            "captions", among: CaptionStyle.allCases.map { ($0.rawValue, $0) }, otherwise: .target)
        let conversation = try await store.conversation(named: context)
        let found = try await ConversationFile(
            format, captions, of: conversation, store: store, voiceless: .notFound)
        return found.file.response(to: request, type: found.type, name: found.name)
    }
}
