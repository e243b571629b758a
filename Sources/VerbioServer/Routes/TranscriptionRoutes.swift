internal import Coordination
internal import Hummingbird
internal import VerbioService

/// Turns a recording into text for clients of OpenAI's interface.
protocol RecordingTextRoute: Route {
    static var isTranslated: Bool { get }
    var transcriber: Transcriber { get }

    init(transcriber: Transcriber)
}

extension Transcriber {
    init(_ parts: RouteParts, isTranslated: Bool) {
        self.init(
            configuration: parts.configuration, service: parts.service, work: parts.work,
            turns: parts.shared.coordination, isTranslated: isTranslated, files: parts.files)
    }
}

extension RecordingTextRoute {
    init(_ parts: RouteParts) { self.init(transcriber: Transcriber(parts, isTranslated: Self.isTranslated)) }

    static var queryRule: QueryRule { .ignored }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        return try await transcriber.respond(to: request, at: Self.name, context: context)
    }
}

/// Transcribes a recording for clients of OpenAI's interface.
struct TranscriptionsRoute: RecordingTextRoute {
    static let name = RouteName(.post, "/v1/audio/transcriptions")
    static let isTranslated = false
    let transcriber: Transcriber
}

/// Translates a recording for clients of OpenAI's interface.
struct TranslationsRoute: RecordingTextRoute {
    static let name = RouteName(.post, "/v1/audio/translations")
    static let isTranslated = true
    let transcriber: Transcriber
}
