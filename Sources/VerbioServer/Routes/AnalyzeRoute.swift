internal import Hummingbird
internal import VerbioService

/// Levels, loudness and speech of a recording, as `verbio analyze --json` prints them.
struct AnalyzeRoute: Route {
    static let name = RouteName(.post, "/api/analyze")

    private let service: any ConversationService
    private let question: AudioQuestion

    init(_ parts: RouteParts) {
        service = parts.service
        question = AudioQuestion(parts)
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let report = try await question.answer(
            request, known: ["channels", "track", "start", "end", "raw"]
        ) { query in
            let listening = try ConversationRequest.Listening(query)
            return { [service] audio in try await service.inspection.report(on: audio, listening) }
        }
        return try .json(report)
    }
}
