internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes
internal import Plumbing

/// Audio in, the bilingual document or a stream of events out.
struct TranslateRoute: Route {
    static let name = RouteName(.post, "/api/translate")

    let configuration: VerbioServer.Configuration
    let service: any TranslationService
    let translations: Translations

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let asked = try TranslateRequest(query: request.uri.query)
        try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes)
        let translation = try await translations.begin(asked, body: request.body)
        // Weakly: a connection may outlive many translations.
        context.channel.closeFuture.whenComplete { [weak translation] _ in translation?.listenerLeft() }
        if AudioBody.expectsSign(request.headers) {
            // Given only now, so that a request that is refused costs nobody its body.
            context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
        }
        return AudioBody.wantsEvents(request.headers)
            ? try await events(of: translation) : try await document(of: translation)
    }

    // MARK: Document

    private func document(of translation: Translation) async throws -> Response {
        while try await translation.answers.next() != nil {}
        guard let outcome = translation.outcome else { throw Refusal.truncated }
        return try await .document(
            of: outcome.conversation, finished: outcome.finished, store: service.store)
    }

    // MARK: Events

    /// The status is decided by the first event: what fails before it fails with a status of its own.
    private func events(of translation: Translation) async throws -> Response {
        let answers = translation.answers
        var first = try await answers.next()
        while case .keepAlive = first { first = try await answers.next() }
        guard let first else { throw Refusal.truncated }
        let body = ResponseBody { writer in
            var next: Translation.Answer? = first
            var position = 0
            while let answer = next {
                let text: String
                switch answer {
                case .event(let event):
                    position += 1
                    text = try EventLines.serverSent(LoggedEvent(position: position, event: event))
                case .keepAlive: text = EventLines.keepAlive
                }
                try await writer.write(ByteBuffer(string: text))
                do {
                    next = try await answers.next()
                } catch {
                    // The status is gone already; the problem comes as the last event.
                    let document = ProblemDocument(Refusal(error)).json()
                    try await writer.write(ByteBuffer(string: "event: error\ndata: \(document)\n\n"))
                    next = nil
                }
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }
}
