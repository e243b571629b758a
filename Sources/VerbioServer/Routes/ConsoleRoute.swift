internal import Hummingbird

/// The console: the page that browsers get.
struct ConsoleRoute: Route {
    static let name = RouteName(.get, "/")
    static let access = RouteAccess.open

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let page = ConsoleFile.all["index.html"] else { throw Refusal.notFound }
        return page.response(to: request, context)
    }
}
