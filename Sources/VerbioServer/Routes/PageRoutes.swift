internal import Hummingbird

/// The console: the page that browsers get.
struct ConsoleRoute: Route {
    static let name = RouteName(.get, "/")
    static let access = RouteAccess.open
    static let queryRule = QueryRule.unread

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let page = ConsoleFile.all["index.html"] else { throw Refusal.notFound }
        return page.response(to: request, context)
    }
}

/// The files of the console's page: scripts, the style, texts in twelve languages.
struct ConsoleFileRoute: Route {
    static let name = RouteName(.get, "/console/{file}")
    static let access = RouteAccess.open
    static let queryRule = QueryRule.unread

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let name = context.parameters.get("file"), let file = ConsoleFile.all[name] else {
            throw Refusal.notFound
        }
        return file.response(to: request, context)
    }
}

/// A page for browsers that shows the OpenAPI description to people.
struct DocsRoute: Route {
    static let name = RouteName(.get, "/docs")
    static let access = RouteAccess.open
    static let queryRule = QueryRule.unread

    init(_ parts: RouteParts) {}

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let page = ConsoleFile.all["docs.html"] else { throw Refusal.notFound }
        return page.response(to: request, context)
    }
}

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
