internal import Access
internal import Audio
internal import Conversations
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
        let known = LiveRequest.parameters + [LiveRequest.binary, "ticket", PacketAudio.parameter]
        let given = try QueryParameters(request.uri.query, known: known)
            .adding(context.carried.map { FormField(name: $0.key, value: $0.value) }, known: LiveRequest.carried)
        if let token = given["session"] { return try await resume(token, given, request, context) }
        var order = try LiveRequest(given)
        let packets = try order.packets(given)
        let speech = try order.speech(given)
        let form = LiveSessions.Form(
            isResumable: order.isResumable, speech: speech, spoken: order.spoken, packets: packets)
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
        _ token: String, _ query: QueryParameters, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let after = try query.number("after", in: 0...Int(Int32.max), otherwise: 0)
        let session = sessions.session(token, for: context.principal ?? .local)
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
    static let parameters = carried + ["echo-guard", "resumable", "session", "after"]
    /// The parameters that a ticket may carry: they say how speech is interpreted.
    static let carried = ConversationRequest.parameters + [AudioParameter.name, "latency"]

    var asked: ConversationRequest
    var spoken: PieceEncoding?
    var isResumable: Bool

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
        isResumable = try query.word("resumable", among: [("true", true), ("false", false)], otherwise: false)
        asked = try Self.request(query)
        asked.isEchoGuarded = try query.word("echo-guard", among: [("true", true), ("false", false)], otherwise: false)
        asked.latency = try query.word(
            "latency", among: LatencyDial.allCases.map { ($0.rawValue, Optional($0)) }, otherwise: nil)
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
        Problem(
            .usage, "live.session", "there is no such session; it has ended, or the server was started again",
            cure: "begin a new one"))
}
