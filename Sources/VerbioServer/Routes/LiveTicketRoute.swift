internal import Access
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Gives a ticket for one live session. A browser cannot send a key with a WebSocket. A key in a URL would be logged,
/// and so would the names and terms of a glossary.
struct LiveTicketRoute: Route {
    static let name = RouteName(.post, "/api/live/tickets")
    // A browser may return for the last events. A ticket that begins a session is refused below.
    static let isOpenWhileStopping = true

    private let tickets: TicketBook
    private let work: ScopedWork

    init(_ parts: RouteParts) {
        tickets = parts.shared.tickets
        work = parts.work
    }

    private struct Ticket: Encodable {
        var ticket: String
        /// Seconds.
        var expiresIn: Int
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        // Without a body it carries nothing.
        let carried =
            request.headers[.contentType] == nil
            ? [:] : try await JSONBody.read([String: String].self, keys: LiveRequest.carried, from: request)
        // A ticket for a new session is refused here if there is no room: a browser does not learn why a WebSocket is
        // refused.
        if !carried.isEmpty { try work.checkRoom(isLive: true) }
        guard let ticket = tickets.issue(for: context.principal ?? .local, carrying: carried) else {
            throw Refusal(
                .serviceUnavailable,
                Problem(.internal, "server.busy", "too many tickets are waiting to be used", cure: "try again soon"),
                headers: [.retryAfter: "5"])
        }
        return try .json(Ticket(ticket: ticket, expiresIn: Int(TicketBook.lifetime.components.seconds)))
    }
}
