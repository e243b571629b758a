internal import Hummingbird

/// The OpenAPI description of the server as YAML.
struct DescriptionRoute: Route {
    static let name = RouteName(.get, "/openapi.yaml")
    static let access = RouteAccess.open

    private let description: APIDescription

    init(_ parts: RouteParts) { description = parts.shared.description }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        try description.response(.yaml, to: request, context)
    }
}
