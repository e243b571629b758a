internal import Hummingbird
internal import VerbioService

/// Turns a recording into text for clients of OpenAI's interface.
protocol RecordingTextRoute: Route {
    static var isTranslated: Bool { get }
    var transcriber: Transcriber { get }

    init(transcriber: Transcriber)
}

extension RecordingTextRoute {
    init(_ parts: RouteParts) {
        self.init(
            transcriber: Transcriber(
                configuration: parts.configuration, service: parts.service, work: parts.work,
                open: parts.shared.openRequests, isTranslated: Self.isTranslated, files: parts.files))
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        context.findings.ignore(QueryParameters.names(in: request.uri.query))
        return try await transcriber.respond(to: request, at: Self.name, context: context)
    }
}
