internal import HTTPTypes
internal import Hummingbird

/// Whether the server takes work.
struct HealthRoute: Route {
    static let path = "/api/health"
    static let name = RouteName(.get, path)

    let version: String
    let translations: Translations

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let isDraining = translations.isDraining
        let health = Health(status: isDraining ? "draining" : "ok", version: version)
        return try .json(health, status: isDraining ? .serviceUnavailable : .ok)
    }

    private struct Health: Encodable {
        var status: String
        var version: String
    }
}
