internal import Access
internal import Audio
internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import Plumbing
internal import VerbioService

/// Live speech over a WebSocket: audio up, events, words and speech down.
///
/// Binary messages are the audio, in pieces of any size, or with `packets=opus` one Opus packet each. Text messages are
/// orders: `{"type": "speaker", …}` and `{"type": "end"}`. Each event comes as a text message with the JSON that an
/// event stream has. With `resumable=true`, the client may return with `session` after its connection broke.
struct LiveRoute: Route {
    static let name = RouteName(.get, "/api/live")
    static let parameters = LiveRequest.parameters + [LiveRequest.binary, "ticket", PacketAudio.parameter]
    static let isBrief = false
    // It reads nothing; it translates.
    static let access = RouteAccess.key(.translate)

    /// Whether a request continues a session. A server that is being stopped still lets it, so that the client gets what is left.
    static func isResumption(_ request: Request) -> Bool {
        name.matches(request.uri.path) && request.uri.queryParameters["session"] != nil
    }

    private let work: ScopedWork
    private let sessions: LiveSessions

    init(_ parts: RouteParts) {
        work = parts.work
        sessions = parts.shared.sessions
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        // A client without WebSocket gets a clear error before any work begins.
        _ = try SocketHandshake(request.head)
        let given = try context.query
            .adding(context.carried.map { FormField(name: $0.key, value: $0.value) }, known: LiveRequest.carried)
        if let token = given["session"] {
            let session = sessions.session(token, for: context.principal ?? .local)
            // Without its conversation, a session that is not here cannot go on.
            if session != nil || given["conversation"] == nil {
                return try await resume(session, given, request, context)
            }
        }
        var order = try LiveRequest(given)
        let packets = try order.packets(given)
        let speech = try order.speech(given)
        let form = LiveSessions.Form(
            isResumable: order.isResumable, speech: speech, spoken: order.spoken, packets: packets, known: order.known)
        let session = try await sessions.begin(form, for: context.principal ?? .local) { [order] feed in
            let work = try await self.work.beginLive(order.asked, for: feed)
            if !order.isResumable { context.channel.closeFuture.whenComplete { [weak work] _ in work?.listenerLeft() } }
            return work
        }
        do {
            return try await SocketHandshake.response(to: request, context, limits: .live) { socket in
                try await session.serve(socket, after: 0)
            }
        } catch {
            session.abandon()
            throw error
        }
    }

    /// Continues a session. A browser cannot see why a WebSocket is refused, so the end of a session is reported as an
    /// event.
    private func resume(
        _ session: LiveSession?, _ query: QueryParameters, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let after = try query.number("after", in: 0...Int(Int32.max), otherwise: 0)
        return try await SocketHandshake.response(to: request, context, limits: .live) { socket in
            guard let session else {
                try await socket.send(.text(Refusal.unknownSession.event))
                return await socket.close(.policy, reason: Refusal.unknownSession.problem.code)
            }
            try await session.serve(socket, after: after)
        }
    }
}

extension SocketLimits {
    /// Those of a live session: an event tells the client of a message that is too large.
    static var live: SocketLimits {
        var limits = SocketLimits()
        limits.notice = Refusal.messageTooLarge(limit: limits.message).event
        return limits
    }
}

/// The request for a live session, read from its parameters.
struct LiveRequest: Sendable {
    static let parameters = carried + ["echo-guard", "resumable", "session", "after", "conversation", "finished"]
    /// The parameters that a ticket may carry: they say how speech is interpreted.
    static let carried =
        ConversationRequest.parameters + [AudioParameter.name] + ConversationRequest.answerParameters(live: true)

    var asked: ConversationRequest
    var spoken: PieceEncoding?
    var isResumable: Bool

    /// Where the client may return after its connection broke.
    private enum Resumption {
        case never, here, anywhere
    }

    /// The last utterance whose end the client has got, if it comes from another server; nil if the conversation begins here.
    var known: Int?

    /// The decoder of a client that sends packets; nil for a client that sends a stream of bytes.
    ///
    /// - Throws: ``Problem`` of kind `usage` if the request names another format, too.
    mutating func packets(_ query: QueryParameters) throws(Problem) -> PacketAudio? {
        guard try query.word(PacketAudio.parameter, among: [("opus", true)], otherwise: false) else { return nil }
        guard asked.listening.raw == nil else {
            throw Problem(
                .usage, "audio.raw-format", "Opus packets have a format of their own", at: "raw",
                cure: "leave out raw or packets")
        }
        asked.listening.raw = PacketAudio.format
        return try PacketAudio()
    }

    /// The name of the parameter that ``speech(_:)`` reads.
    static let binary = "binary"

    /// How the client gets speech.
    ///
    /// - Throws: ``Problem`` of kind `usage` if it asks for packets of something else than Opus.
    func speech(_ query: QueryParameters) throws(Problem) -> SpeechForm {
        let form = try query.word(
            Self.binary, among: [("true", .binary), ("false", .text), ("packets", .packets)], otherwise: SpeechForm.text
        )
        guard form != .packets || spoken == .opus else {
            throw Problem(
                .usage, "audio.packets", "only Opus has packets", at: Self.binary,
                cure: "add audio=opus, or use binary=true")
        }
        return form
    }

    /// - Throws: ``Problem`` of kind `usage` that names the parameter.
    init(_ query: QueryParameters) throws(Problem) {
        let resumption = try query.word(
            "resumable", among: [("true", Resumption.here), ("anywhere", .anywhere), ("false", .never)],
            otherwise: .never)
        isResumable = resumption != .never
        asked = try Self.request(query)
        asked.handsOver = resumption == .anywhere
        if let text = query["conversation"] {
            guard ConversationID.isWellFormed(text) else {
                throw Problem(
                    .usage, "conversation.unknown",
                    "'\(text.clipped(to: 80).printableOnOneLine)' names no conversation",
                    at: "conversation", cure: "send the identifier that the events have")
            }
            asked.continues = ConversationID(rawValue: text)
            known = try query.number("finished", in: 0...Int(Int32.max), otherwise: 0)
            isResumable = true
        }
        asked.isEchoGuarded = try query.word("echo-guard", among: [("true", true), ("false", false)], otherwise: false)
        try asked.read(query, live: true)
        spoken = try AudioParameter.read(query, isEventStream: true)
        // The translation is spoken only on request.
        if spoken != nil, asked.isTranslated, query["tts"] != "none" { asked.isSpoken = true }
    }

    private static func request(_ query: QueryParameters) throws(Problem) -> ConversationRequest {
        let comes = query["speaker-events"] == "live"
        var asked = try ConversationRequest(comes ? query.without("speaker-events") : query)
        asked.delivery = .live
        guard comes else { return asked }
        guard asked.listening.channels != .speakersByChannel else {
            throw Problem(
                .usage, "direction.both", "it is not possible together with channels=speakers-by-channel",
                at: "speaker-events", cure: "leave one of them out")
        }
        asked.speakerEvents = .coming(SpeakerEventQueue(named: "speaker"))
        try asked.checkFindsLanguage(at: "from")
        return asked
    }
}

extension Refusal {
    static let unknownSession = Refusal(
        .notFound,
        .sessionOver)
}

/// Live speech without WebSocket: the audio goes up as the body of a request, and the events come down as its answer.
struct LiveExchangeRoute: Route {
    static let name = RouteName(.post, "/api/live")
    static let parameters = LiveRequest.parameters

    private let configuration: ServerConfiguration
    private let work: ScopedWork
    private let sessions: LiveSessions

    init(_ parts: RouteParts) {
        configuration = parts.configuration
        work = parts.work
        sessions = parts.shared.sessions
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let given = context.query
        guard try RequestKey(request.headers) == nil else { throw Self.keyOfSpeech }
        try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes)
        let principal = context.principal ?? .local
        if let token = given["session"] {
            if let session = sessions.session(token, for: principal) {
                let after = try Self.last(given, request.headers)
                context.askForBody()
                return answer(session, after: after, to: request, context)
            }
            guard given["conversation"] != nil else { throw Refusal.unknownSession }
        }
        let order = try LiveRequest(given)
        let form = LiveSessions.Form(isResumable: order.isResumable, spoken: order.spoken, known: order.known)
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

/// Takes an order for a live session, such as the side that speaks, from a client that has no WebSocket.
struct LiveOrderRoute: Route {
    static let name = RouteName(.post, "/api/live/{session}")
    // A session ends when its client has confirmed the last event.
    static let isOpenWhileStopping = true

    private let sessions: LiveSessions

    init(_ parts: RouteParts) { sessions = parts.shared.sessions }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
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
        // Without a body it carries nothing.
        let carried =
            request.headers[.contentType] == nil
            ? [:] : try await JSONBody.read([String: String].self, keys: LiveRequest.carried, from: request)
        // A ticket for a new session is refused here if there is no room: a browser does not learn why a WebSocket is
        // refused.
        if !carried.isEmpty { try work.checkRoom(isLive: true) }
        guard let ticket = try await tickets.issue(for: context.principal ?? .local, carrying: carried) else {
            throw Refusal(
                .serviceUnavailable,
                Problem(.internal, "server.busy", "too many tickets are waiting to be used", cure: "try again soon"),
                headers: [.retryAfter: "5"])
        }
        return try .json(Ticket(ticket: ticket, expiresIn: Int(TicketBook.lifetime.components.seconds)))
    }
}
