internal import Hummingbird
internal import VerbioService

/// Translates a recording for clients of OpenAI's interface.
struct TranslationsRoute: Route {
    static let name = RouteName(.post, "/v1/audio/translations")

    private let transcriber: Transcriber

    init(_ parts: RouteParts) {
        transcriber = Transcriber(
            configuration: parts.configuration, service: parts.service, translations: parts.translations,
            isTranslated: true)
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return try await transcriber.respond(to: request, context: context)
    }
}
