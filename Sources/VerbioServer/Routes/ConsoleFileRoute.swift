internal import Hummingbird

/// The files of the console's page: scripts, the style, texts in twelve languages.
struct ConsoleFileRoute: Route {
    static let name = RouteName(.get, "/console/{file}")
    static let access = RouteAccess.open

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let name = context.parameters.get("file"), let file = ConsoleFile.all[name] else {
            throw Refusal.notFound
        }
        return file.response(to: request, context)
    }
}
