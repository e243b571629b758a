internal import Access
internal import Conversations
internal import Hummingbird
internal import Logging
internal import Plumbing
internal import VerbioService

/// Finds the route that answers an address.
struct Routes {
    /// Every route, one line each; `config/openapi.yaml` describes the same ones.
    static let all: [any Route.Type] = [
        HealthRoute.self,
        LivenessRoute.self,
        ReadinessRoute.self,
        TranslateRoute.self,
        JobListRoute.self,
        AddJobRoute.self,
        JobRoute.self,
        JobEventsRoute.self,
        JobFilmRoute.self,
        DeleteJobRoute.self,
        LiveRoute.self,
        LiveExchangeRoute.self,
        LiveOrderRoute.self,
        LiveTicketRoute.self,
        ConversationListRoute.self,
        SearchRoute.self,
        PostedSearchRoute.self,
        ConversationRoute.self,
        RenameConversationRoute.self,
        ChangeSpeakersRoute.self,
        DeleteConversationRoute.self,
        ExportRoute.self,
        ConversationAudioRoute.self,
        UtteranceListRoute.self,
        UtteranceAudioRoute.self,
        ResumeRoute.self,
        FlipRoute.self,
        RewriteRoute.self,
        PhraseListRoute.self,
        AddPhraseRoute.self,
        PhraseOfTheDayRoute.self,
        DeletePhraseRoute.self,
        PhraseAudioRoute.self,
        UsageRoute.self,
        LanguagesRoute.self,
        ProvidersRoute.self,
        ProviderCheckRoute.self,
        AnalyzeRoute.self,
        PeaksRoute.self,
        EstimateRoute.self,
        TranscriptionsRoute.self,
        TranslationsRoute.self,
        SpeechRoute.self,
        WhisperTextRoute.self,
        WhisperLanguageRoute.self,
        VoicesRoute.self,
        ModelsRoute.self,
        ModelRoute.self,
        AppleSignInRoute.self,
        IssuerSignInRoute.self,
        SignInMethodsRoute.self,
        StartSignInRoute.self,
        SignInAnswerRoute.self,
        PostedSignInAnswerRoute.self,
        LinkRoute.self,
        GuestRoute.self,
        BeginDeviceLoginRoute.self,
        DeviceTokenRoute.self,
        WaitingDeviceRoute.self,
        DecideDeviceRoute.self,
        RefreshRoute.self,
        LogoutRoute.self,
        LogoutEverywhereRoute.self,
        SessionListRoute.self,
        EndSessionRoute.self,
        ProfileRoute.self,
        ChangeProfileRoute.self,
        DeleteProfileRoute.self,
        AccountExportRoute.self,
        LimitsRoute.self,
        AccountListRoute.self,
        AccountRoute.self,
        ChangeAccountRoute.self,
        EraseAccountRoute.self,
        PurchaseTokenRoute.self,
        StripeNoticeRoute.self,
        AppleNoticeRoute.self,
        MetricsRoute.self,
        DescriptionRoute.self,
        JSONDescriptionRoute.self,
        DocsRoute.self,
        ConsoleRoute.self,
        ConsoleFileRoute.self,
    ]

    private let parts: RouteParts
    private let services: any ScopedServices
    private let policy: AccessPolicy
    private let types: [any Route.Type]
    private let time: TimeSource

    /// - Parameters:
    ///   - parts: those of the local scope.
    ///   - more: routes in addition to those of the service.
    init(
        _ parts: RouteParts, services: any ScopedServices, policy: AccessPolicy, more: [any Route.Type] = [],
        time: TimeSource
    ) {
        types = Self.all + more
        self.parts = parts
        self.services = services
        self.policy = policy
        self.time = time
    }

    /// The turns of requests, for the connections.
    var gate: RequestGate { parts.shared.gate }

    func router(logger: Logger) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        if let traces = parts.shared.traces {
            let silent = types.filter { !$0.isTraced }.map { $0.name.pattern }
            router.add(middleware: RequestTraces(tracer: traces.tracer, silent: Set(silent)))
        }
        router.add(middleware: RequestLog(logger: logger, time: time))
        router.add(middleware: ForwardedFields(proxies: TrustedProxies(parts.configuration.proxies)))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: Compression())
        router.add(middleware: RateLimitFields())
        router.add(middleware: CrossOrigin(origins: parts.configuration.origins, routes: types.map { $0.name }))
        router.add(middleware: StrictTransport(scheme: parts.configuration.scheme))
        router.add(middleware: ProblemMiddleware(routes: types.map { $0.name }))
        router.add(middleware: HostGate(parts.configuration, demandsKey: policy.isRequired))
        let stayOpen = types.filter { $0.isOpenWhileStopping }.map { $0.name }
        router.add(
            middleware: DrainGate(
                work: parts.work,
                isOpen: { request in
                    LiveRoute.isResumption(request) || stayOpen.contains { $0.matches(request.uri.path) }
                }))
        router.add(
            middleware: Authorization(
                policy: policy, tickets: parts.shared.tickets,
                open: types.filter { $0.access == .open }.map { $0.name }, time: time))
        if let meter = policy.meter { router.add(middleware: RequestLimits(meter: meter)) }
        router.add(middleware: ContinueSigns())
        for type in types {
            router.on(RouterPath(type.name.pattern), method: type.name.method) { [self] request, context in
                if type.isPaced, let wait = try await parts.shared.signIns.take(context.findings.values.client) {
                    throw Refusal.tooFast(wait: wait)
                }
                return try await inTurn(type, context) {
                    let parts = try await parts(for: context.principal, of: type)
                    var context = context
                    context.query = try type.queryRule.parameters(
                        of: request.uri.query, known: type.parameters, context.findings)
                    let route = type.init(parts)
                    guard type.endsWithClient else { return try await route.respond(to: request, context: context) }
                    return try await parts.shared.work.run(on: context.channel) { [context] in
                        try await route.respond(to: request, context: context)
                    }
                }
            }
        }
        return router
    }

    /// Answers a request in the turn of its network or, if it has a key, of its scope. What may take long has no turn.
    private func inTurn(
        _ type: any Route.Type, _ context: ServerContext, _ answer: () async throws -> Response
    ) async throws -> Response {
        let gate = parts.shared.gate
        guard type.isBrief else {
            gate.end(on: context.channel)
            return try await answer()
        }
        guard let principal = context.principal, principal != .local else { return try await answer() }
        gate.end(on: context.channel)
        return try await parts.shared.turns.run(principal.scope, answer)
    }

    /// The parts for a request of a principal.
    ///
    /// - Throws: ``Refusal`` with status 403 if the principal may not use the route.
    private func parts(for principal: Principal?, of type: any Route.Type) async throws -> RouteParts {
        guard type.access != .open else { return parts }
        if type.access.needsAccount { _ = try parts.shared.requireAccounts() }
        guard let principal else { throw Refusal.keyMissing }
        switch type.access {
        case .key(let permission):
            guard principal.permissions.contains(permission) else { throw Refusal.lacking(permission) }
            guard principal != .local else { return parts }
        case .account, .accountScope, .open:
            guard case .account = principal.identity else { throw Refusal.needsAccount }
            // Without the service of its scope: an account that is erased must not hold its own store open.
            guard type.access == .accountScope else { return parts }
        }
        let scoped = try await AccountScopes(services: services, accounts: parts.shared.accounts)
            .service(for: principal.scope)
        return RouteParts(
            configuration: parts.configuration, service: scoped,
            work: parts.work.serving(principal, with: scoped), shared: parts.shared)
    }
}

extension VerbioServer {
    /// Every route, as `GET /api/health`.
    package static var routes: [String] { Routes.all.map { $0.name.description } }

}
