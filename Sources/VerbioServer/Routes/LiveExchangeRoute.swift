internal import Access
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// Live speech without WebSocket: the audio goes up as the body of a request, and the events come down as its answer.
struct LiveExchangeRoute: Route {
    static let name = RouteName(.post, "/api/live")

    private let configuration: ServerConfiguration
    private let translations: TranslationRuns
    private let sessions: LiveConnections

    init(_ parts: RouteParts) {
        configuration = parts.configuration
        translations = parts.translations
        sessions = parts.shared.sessions
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let given = try QueryParameters(request.uri.query, known: LiveRequest.parameters)
        guard try RequestKey(request.headers) == nil else { throw Self.keyOfSpeech }
        try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes)
        let principal = context.principal ?? .local
        if let token = given["session"] {
            guard let session = sessions.session(token, for: principal) else { throw Refusal.unknownSession }
            let after = try Self.last(given, request.headers)
            context.askForBody()
            return answer(session, after: after, to: request, context)
        }
        let order = try LiveRequest(given)
        let run = try await translations.begin(.live(order.asked), spoken: order.spoken)
        do {
            let session = try await sessions.begin(run, for: principal, isResumable: order.isResumable)
            context.askForBody()
            return answer(session, after: 0, to: request, context)
        } catch {
            run.listenerLeft()
            throw error
        }
    }

    /// Speech is not sent again: a session that broke off continues with its token.
    private static let keyOfSpeech = Problem(
        .usage, "idempotency.live", "live speech is not sent again, so it has no key", at: RequestKey.field,
        cure: "leave it out; to continue after an interruption, use the session's token")

    /// The number of the last event that the client has got: the parameter, or what an `EventSource` sends.
    private static func last(_ query: QueryParameters, _ fields: HTTPFields) throws(Problem) -> Int {
        var query = query
        if query["after"] == nil, let name = HTTPField.Name("Last-Event-ID"), let last = fields[name] {
            query = query.replacing("after", with: last)
        }
        return try query.number("after", in: 0...Int(Int32.max), otherwise: 0)
    }

    private func answer(
        _ session: LiveConnection, after number: Int, to request: Request, _ context: ServerContext
    ) -> Response {
        let link = ExchangeLink(
            request.body,
            within: ExchangeLink.Limits(bytes: configuration.maximumBodyBytes, patience: configuration.patience),
            time: translations.time)
        context.channel.closeFuture.whenComplete { [weak link] _ in link?.leave() }
        return link.answer(every: configuration.keepAlive) { try await session.serve($0, after: number) }
    }
}
