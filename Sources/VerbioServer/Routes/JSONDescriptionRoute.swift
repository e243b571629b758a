internal import Hummingbird

/// The OpenAPI description of the server as JSON, which most tools read.
struct JSONDescriptionRoute: Route {
    static let name = RouteName(.get, "/openapi.json")
    static let access = RouteAccess.open

    private let description: APIDescription

    init(_ parts: RouteParts) { description = parts.shared.description }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        try description.response(.json, to: request, context)
    }
}
