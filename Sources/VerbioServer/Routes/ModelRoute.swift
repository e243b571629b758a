internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// One of the models that ``ModelsRoute`` lists, by its name.
struct ModelRoute: Route {
    // Names have slashes, and clients send them as they are or encoded.
    static let name = RouteName(.get, "/v1/models/{id}", takesRest: true)

    private let service: any ConversationService

    init(_ parts: RouteParts) { service = parts.service }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let parts = context.parameters.getCatchAll().map { QueryParameters.decoded($0, isForm: false) }
        let id = parts.compactMap(\.self).joined(separator: "/")
        guard !parts.contains(nil), let model = OpenAIModel.all(of: service).first(where: { $0.id == id }) else {
            throw Self.unknown
        }
        return try OpenAIAnswer.response(model)
    }

    private static let unknown = Refusal(
        .notFound,
        Problem(
            .usage, "model.unknown", "there is no such model", at: "model",
            cure: "GET /v1/models lists them"))
}
