internal import Access
internal import Hummingbird
internal import Language
internal import Plumbing
internal import Providers
internal import VerbioService

/// The cost estimate of a recording or a text, as `verbio estimate --json` prints it. No provider is called.
struct EstimateRoute: Route {
    static let name = RouteName(.post, "/api/estimate")
    static let parameters = [
        "from", "to", "channels", "track", "start", "end", "raw", "stt", "mt", "tts", "voice", "context", "max-cost",
    ]

    private let service: any ConversationService
    private let work: ScopedWork
    private let question: AudioQuestion

    init(_ parts: RouteParts) {
        service = parts.service
        work = parts.work
        question = AudioQuestion(parts)
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        if JSONFields.isJSON(request.headers) { return try await written(request) }
        let estimate = try await question.answer(request, known: Self.parameters) { query in
            let cost = try CostQuestion(query)
            if let voice = cost.voice { try work.check(voices: NamedVoices(voice).names) }
            return { [service, limits = work.owner.limits] audio in
                try await service.inspection.estimate(of: audio, cost, within: limits)
            }
        }
        return try .json(estimate)
    }

    /// A JSON object with a text: the parameters may be fields of the object.
    private func written(_ request: Request) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: Self.parameters)
        let (text, all) = try await WrittenRequest.read(request, adding: query, known: Self.parameters)
        let cost = try CostQuestion(all)
        if let voice = cost.voice { try work.check(voices: NamedVoices(voice).names) }
        return try .json(
            try await service.inspection.estimate(ofText: text ?? "", cost, within: work.owner.limits))
    }
}

extension CostQuestion {
    /// Reads the parameters as `POST /api/translate` does. They may say less, as not all of them have a price.
    ///
    /// - Throws: ``Problem`` of kind `usage` that names the parameter.
    init(_ query: QueryParameters) throws(Problem) {
        let isTranslated = query["mt"] != "none"
        self.init(into: isTranslated ? try Self.targets(query) : [])
        if query["from"] != nil, !ConversationRequest.findsLanguage(query) {
            from = try ConversationRequest.language(query, "from", such: "en")
        }
        if let from {
            for target in targets { _ = try ConversationRequest.pair(from, to: target) }
        }
        isSpoken = isTranslated && query["tts"] != "none"
        listening = try ConversationRequest.Listening(query)
        engines = try EngineChoice(query)
        voice = query["voice"]
        if let voice { try ConversationRequest.check(voice: voice) }
    }

    private static func targets(_ query: QueryParameters) throws(Problem) -> [LanguageTag] {
        _ = try query.required("to", such: "es")
        var tags: [LanguageTag] = []
        for name in try TargetLanguages(query).values {
            tags.append(try ConversationRequest.language(query.replacing("to", with: name ?? ""), "to", such: "es"))
        }
        return tags
    }
}
