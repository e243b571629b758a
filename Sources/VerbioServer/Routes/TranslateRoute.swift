internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes
internal import Plumbing
internal import VerbioService

/// Takes audio and answers with the bilingual document or a stream of events.
struct TranslateRoute: Route {
    static let name = RouteName(.post, "/api/translate")

    private let configuration: ServerConfiguration
    private let service: any ConversationService
    private let translations: TranslationRuns

    init(_ parts: RouteParts) {
        configuration = parts.configuration
        service = parts.service
        translations = parts.translations
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(
            request.uri.query, known: ConversationRequest.parameters + [AudioParameter.name])
        let asked = try ConversationRequest(query)
        let spoken = try AudioParameter.read(query, isEventStream: AudioBody.wantsEvents(request.headers))
        try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes)
        let translation = try await translations.begin(.translation(asked, request.body), spoken: spoken)
        if AudioBody.expectsSign(request.headers) {
            // Sent only now, so that a client does not send its body for nothing if its request is refused.
            context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
        }
        return try await translation.response(to: request, context, store: service.store)
    }
}
