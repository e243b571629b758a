internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Plumbing

/// The way from an address to what answers it: one line for each route.
struct Routes {
    let configuration: VerbioServer.Configuration
    let service: any TranslationService
    let translations: Translations
    let time: TimeSource

    private var all: [any Route] {
        [
            HealthRoute(version: configuration.version, service: service, translations: translations),
            TranslateRoute(configuration: configuration, service: service, translations: translations),
            ConversationListRoute(store: service.store),
            ConversationRoute(store: service.store),
            FlipRoute(service: service, translations: translations),
            MetricsRoute(service: service, translations: translations),
            DescriptionRoute(version: configuration.version),
        ]
    }

    func router(logger: Logger) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let routes = all
        router.add(middleware: RequestLog(logger: logger, time: time))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ProblemMiddleware(routes: routes.map(\.name)))
        router.add(middleware: LoopbackOnly())
        router.add(middleware: DrainGate(translations: translations))
        for route in routes {
            router.on(RouterPath(route.name.path), method: route.name.method) { request, context in
                try await route.respond(to: request, context: context)
            }
        }
        return router
    }

    /// The names of all routes, which `config/openapi.yaml` must have too.
    static let names: [RouteName] = [
        HealthRoute.name, TranslateRoute.name, ConversationListRoute.name, ConversationRoute.name, FlipRoute.name,
        MetricsRoute.name, DescriptionRoute.name,
    ]
}

/// One address and what answers it.
protocol Route: Sendable {
    static var name: RouteName { get }
    func respond(to request: Request, context: ServerContext) async throws -> Response
}

extension Route {
    var name: RouteName { Self.name }
}

/// A method and a path such as `/api/conversations/{id}`.
struct RouteName: Sendable, Hashable, CustomStringConvertible {
    var method: HTTPRequest.Method
    var path: String

    init(_ method: HTTPRequest.Method, _ path: String) {
        self.method = method
        self.path = path
    }

    var description: String { "\(method.rawValue) \(path)" }

    /// The methods the route answers to.
    var allowed: [String] { method == .get ? ["GET", "HEAD"] : [method.rawValue] }

    /// Whether an address is one of the route's, whatever the method.
    func matches(_ address: String) -> Bool {
        let pattern = path.split(separator: "/")
        let parts = address.split(separator: "/")
        return pattern.count == parts.count && zip(pattern, parts).allSatisfy { $0.first == "{" || $0 == $1 }
    }
}

extension VerbioServer {
    /// Every route, as `GET /api/health`.
    public static var routes: [String] { Routes.names.map(\.description) }
}
