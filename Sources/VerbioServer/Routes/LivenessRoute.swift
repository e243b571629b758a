internal import HTTPTypes
internal import Hummingbird

/// Whether the process answers. It looks at nothing else, in particular not at the store, so that a supervisor does not restart a
/// server whose disk is slow.
struct LivenessRoute: Route {
    static let name = RouteName(.get, "/api/health/live")
    static let isOpenWhileStopping = true
    static let access = RouteAccess.open

    private let version: String

    init(_ parts: RouteParts) { version = parts.configuration.version }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return try .json(Liveness(status: "live", version: version))
    }

    private struct Liveness: Encodable {
        var status: String
        var version: String
    }
}
