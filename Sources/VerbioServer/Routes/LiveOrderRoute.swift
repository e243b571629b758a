internal import Access
internal import Hummingbird
internal import Plumbing

/// Takes an order for a live session, such as who speaks, from a client that has no WebSocket.
struct LiveOrderRoute: Route {
    static let name = RouteName(.post, "/api/live/{session}")
    // A session ends when its client has confirmed the last event.
    static let isOpenWhileStopping = true

    private let sessions: LiveSessions

    init(_ parts: RouteParts) { sessions = parts.shared.sessions }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let bytes = try await JSONBody.bytes(of: request)
        guard let token = context.parameters.get("session"),
            let session = sessions.session(token, for: context.principal ?? .local)
        else { throw Refusal.unknownSession }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw JSONBody.malformed("it is not UTF-8", cure: #"send {"type": "…"}"#)
        }
        try session.perform(text)
        return Response(status: .noContent)
    }
}
