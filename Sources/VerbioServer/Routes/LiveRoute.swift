internal import Audio
internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import Hummingbird
internal import Interpreting
internal import NIOCore
internal import Plumbing
internal import VerbioService

/// Live speech over a WebSocket: audio up, events, words and speech down.
///
/// Binary messages are the audio, in pieces of any size. Text messages are orders: `{"type": "speaker", …}` and
/// `{"type": "end"}`. Each event comes as a text message with the JSON that an event stream has.
struct LiveRoute: Route {
    static let name = RouteName(.get, "/api/live")

    private let translations: TranslationRuns

    init(_ parts: RouteParts) { translations = parts.translations }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        // A client that cannot speak WebSocket is told so before anything is begun.
        _ = try SocketHandshake(request.head)
        let query = try QueryParameters(
            request.uri.query, known: ConversationRequest.parameters + [AudioParameter.name])
        let (live, speakers) = try Self.request(query)
        var asked = live
        let spoken = try AudioParameter.read(query, isEventStream: true)
        asked.isSpoken = spoken != nil
        let run = try await translations.begin(.live(asked), spoken: spoken)
        context.channel.closeFuture.whenComplete { [weak run] _ in run?.listenerLeft() }
        do {
            return try await SocketHandshake.response(to: request, context) { [translations] socket in
                let session = LiveConnection(run, socket: socket, speakers: speakers)
                try await session.run(isStopping: { translations.isDraining })
            }
        } catch {
            run.listenerLeft()
            throw error
        }
    }

    private static func request(_ query: QueryParameters) throws(Problem) -> (ConversationRequest, SpeakerLine?) {
        let comes = query["speaker-events"] == "live"
        var asked = try ConversationRequest(comes ? query.without("speaker-events") : query)
        asked.delivery = .live
        guard comes else { return (asked, nil) }
        guard asked.listening.channels != .speakersByChannel else {
            throw Problem(
                .usage, "direction.both", "it is not possible together with channels=speakers-by-channel",
                at: "speaker-events", cure: "leave one of them out")
        }
        let line = SpeakerLine(named: "speaker")
        asked.speakerEvents = .coming(line)
        return (asked, line)
    }
}
