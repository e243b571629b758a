internal import Hummingbird
internal import Language
internal import Plumbing
internal import VerbioService

/// What translating a recording would cost, as `verbio estimate --json` prints it. No provider is called.
struct EstimateRoute: Route {
    static let name = RouteName(.post, "/api/estimate")

    private let service: any ConversationService
    private let question: AudioQuestion

    init(_ parts: RouteParts) {
        service = parts.service
        question = AudioQuestion(parts)
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let known = ["to", "mt", "tts", "channels", "track", "start", "end", "raw"]
        let estimate = try await question.answer(request, context, known: known) { query in
            let listening = try ConversationRequest.Listening(query)
            let isTranslated = try query.word("mt", among: [("none", false)], otherwise: true)
            let isSpoken = try query.word("tts", among: [("none", false)], otherwise: true)
            let targets = isTranslated ? try Self.targets(query) : []
            return { [service] audio in
                try await service.inspection.estimate(
                    of: audio, listening, into: targets, isSpoken: isSpoken && isTranslated)
            }
        }
        return try .json(estimate)
    }

    private static func targets(_ query: QueryParameters) throws(Problem) -> [LanguageTag] {
        var tags: [LanguageTag] = []
        for name in try query.required("to", such: "es").split(separator: ",").prefix(12) {
            do { tags.append(try LanguageTag(parsing: String(name.prefix(40)))) } catch { throw error.at("to") }
        }
        return tags
    }
}
