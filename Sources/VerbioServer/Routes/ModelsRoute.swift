internal import Hummingbird
internal import VerbioService

/// The engines of the server as models, for clients of OpenAI's interface.
///
/// Engines are set when the server starts, so a request may name any of them, or the usual names.
struct ModelsRoute: Route {
    static let name = RouteName(.get, "/v1/models")

    private let service: any ConversationService

    init(_ parts: RouteParts) { service = parts.service }

    private struct Listing: Encodable {
        var object = "list"
        var data: [OpenAIModel]
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        context.findings.ignore(QueryParameters.names(in: request.uri.query))
        return try OpenAIAnswer.response(Listing(data: OpenAIModel.all(of: service)))
    }
}
