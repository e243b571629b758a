internal import Hummingbird
internal import Logging
internal import Plumbing

/// Finds the route that answers an address.
struct Routes {
    /// Every route, one line each; `config/openapi.yaml` describes the same ones.
    static let all: [any Route.Type] = [
        HealthRoute.self,
        TranslateRoute.self,
        LiveRoute.self,
        ConversationListRoute.self,
        ConversationRoute.self,
        RenameConversationRoute.self,
        DeleteConversationRoute.self,
        ExportRoute.self,
        UtteranceAudioRoute.self,
        FlipRoute.self,
        LanguagesRoute.self,
        ProvidersRoute.self,
        AnalyzeRoute.self,
        PeaksRoute.self,
        EstimateRoute.self,
        TranscriptionsRoute.self,
        TranslationsRoute.self,
        SpeechRoute.self,
        VoicesRoute.self,
        ModelsRoute.self,
        MetricsRoute.self,
        DescriptionRoute.self,
    ]

    private let parts: RouteParts
    private let types: [any Route.Type]
    private let time: TimeSource

    /// - Parameter more: routes besides those of the service.
    init(_ parts: RouteParts, more: [any Route.Type] = [], time: TimeSource) {
        types = Self.all + more
        self.parts = parts
        self.time = time
    }

    func router(logger: Logger) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let open = types.filter { $0.isOpenWhileStopping }.map { $0.name.path }
        router.add(middleware: RequestLog(logger: logger, time: time))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ProblemMiddleware(routes: types.map { $0.name }))
        router.add(middleware: LoopbackOnly())
        router.add(middleware: DrainGate(translations: parts.translations, openPaths: Set(open)))
        for type in types {
            let route = type.init(parts)
            router.on(RouterPath(type.name.path), method: type.name.method) { request, context in
                try await route.respond(to: request, context: context)
            }
        }
        return router
    }
}

extension VerbioServer {
    /// Every route, as `GET /api/health`.
    public static var routes: [String] { Routes.all.map { $0.name.description } }
}
