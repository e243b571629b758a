internal import Hummingbird

/// The OpenAPI description of the server as YAML.
struct DescriptionRoute: Route {
    static let name = RouteName(.get, "/openapi.yaml")
    static let access = RouteAccess.open

    private let description: APIDescription

    init(_ parts: RouteParts) { description = APIDescription(parts.configuration) }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return .text(description.yaml(for: request, context), "application/yaml")
    }
}
