internal import Access
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// Live speech without WebSocket: the audio goes up as the body of a request, and the events come down as its answer.
struct LiveExchangeRoute: Route {
    static let name = RouteName(.post, "/api/live")

    private let configuration: ServerConfiguration
    private let work: ScopedWork
    private let sessions: LiveSessions

    init(_ parts: RouteParts) {
        configuration = parts.configuration
        work = parts.work
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
        let form = LiveSessions.Form(isResumable: order.isResumable, spoken: order.spoken)
        let session = try await sessions.begin(form, for: principal) {
            try await work.beginLive(order.asked, for: $0)
        }
        context.askForBody()
        return answer(session, after: 0, to: request, context)
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
        _ session: LiveSession, after number: Int, to request: Request, _ context: ServerContext
    ) -> Response {
        let connection = ExchangeConnection(
            request.body,
            within: ExchangeConnection.Limits(bytes: configuration.maximumBodyBytes, patience: configuration.patience),
            time: work.time)
        context.channel.closeFuture.whenComplete { [weak connection] _ in connection?.leave() }
        return connection.answer(every: configuration.keepAlive) { try await session.serve($0, after: number) }
    }
}
