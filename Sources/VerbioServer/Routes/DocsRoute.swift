internal import Hummingbird

/// A page for browsers that shows the OpenAPI description to people.
struct DocsRoute: Route {
    static let name = RouteName(.get, "/docs")
    static let access = RouteAccess.open

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let page = ConsoleFile.all["docs.html"] else { throw Refusal.notFound }
        return page.response(to: request, context)
    }
}
