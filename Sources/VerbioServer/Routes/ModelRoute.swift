internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// One of the models that ``ModelsRoute`` lists, by its name, or any other name: requests may name any model.
struct ModelRoute: Route {
    // Names have slashes, and clients send them as they are or encoded.
    static let name = RouteName(.get, "/v1/models/{id}", takesRest: true)

    private let service: any ConversationService

    init(_ parts: RouteParts) { service = parts.service }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        context.findings.ignore(QueryParameters.names(in: request.uri.query))
        let parts = context.parameters.getCatchAll().map { QueryParameters.decoded($0, isForm: false) }
        let id = parts.compactMap(\.self).joined(separator: "/")
        guard !parts.contains(nil), !id.isEmpty, id.utf8.count <= Self.longestName,
            !id.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { throw Self.unknown }
        let model = OpenAIModel.all(of: service).first { $0.id == id } ?? OpenAIModel(id: id, ownedBy: "verbio")
        return try OpenAIAnswer.response(model)
    }

    private static let longestName = 200

    private static let unknown = Refusal(
        .notFound,
        Problem(
            .usage, "model.unknown", "there is no such model", at: "model",
            cure: "GET /v1/models lists them"))
}
