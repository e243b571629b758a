internal import Hummingbird
internal import Interpreting
internal import Providers
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
        var data: [Model]
    }

    private struct Model: Encodable {
        var id: String
        var object = "model"
        var created = 0
        var ownedBy: String
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        var models = [Model(id: "whisper-1", ownedBy: "verbio"), Model(id: "tts-1", ownedBy: "verbio")]
        for condition in service.providerConditions {
            let provider = condition.provider
            let id = "\(provider.name)/\(provider.model)"
            if !models.contains(where: { $0.id == id }) { models.append(Model(id: id, ownedBy: provider.name)) }
        }
        return try OpenAIAnswer.response(Listing(data: models))
    }
}
