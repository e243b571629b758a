internal import Access
internal import Audio
internal import AudioReport
internal import Hummingbird
internal import Language
internal import Plumbing
internal import Providers
internal import VerbioService

/// Levels, loudness and speech of a recording, as `verbio analyze --json` prints them.
struct AnalyzeRoute: Route {
    static let name = RouteName(.post, "/api/analyze")
    static let parameters = ["channels", "track", "start", "end", "raw"]

    private let service: any ConversationService
    private let question: AudioQuestion

    init(_ parts: RouteParts) {
        service = parts.service
        question = AudioQuestion(parts)
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let report = try await question.answer(
            request, context.query, known: Self.parameters
        ) { query in
            let listening = try ConversationRequest.Listening(query)
            return { [service] audio in try await service.inspection.report(on: audio, listening) }
        }
        return try .json(report)
    }
}

/// The waveform of a recording, with the bytes that `verbio peaks` writes.
struct PeaksRoute: Route {
    static let name = RouteName(.post, "/api/peaks")
    static let parameters = ["samples-per-pixel", "bits", "split-channels", "format", "track", "raw"]

    private let service: any ConversationService
    private let question: AudioQuestion
    private let files: AnswerFiles

    init(_ parts: RouteParts) {
        service = parts.service
        question = AudioQuestion(parts)
        files = parts.files
    }

    private struct Order: Sendable {
        var format = PeakFile.Format.json
        var resolution = PeakFile.Resolution.sixteen
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let (peaks, order) = try await question.answer(request, context.query, known: Self.parameters) { query in
            let listening = try ConversationRequest.Listening(query)
            let asked = PeaksRequest(
                samplesPerPixel: try query.number("samples-per-pixel", in: PeakBuilder.zooms, otherwise: 256),
                splitsChannels: try query.word(
                    "split-channels", among: [("true", true), ("false", false)], otherwise: false))
            let order = Order(
                format: try query.word("format", among: [("json", .json), ("dat", .binary)], otherwise: .json),
                resolution: try query.word(
                    "bits", among: [("8", .eight), ("16", .sixteen)], otherwise: PeakFile.Resolution.sixteen))
            return { [service] audio in (try await service.inspection.peaks(of: audio, listening, asked), order) }
        }
        let file = try await files.file { path in
            let output = try AtomicFile(path: path)
            try peaks.write(order.format, order.resolution, to: output)
            try output.commit(by: NewFile())
        }
        let isJSON = order.format == .json
        return file.response(
            type: isJSON ? "application/json" : "application/octet-stream", name: isJSON ? "peaks.json" : "peaks.dat")
    }
}

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
        if JSONFields.isJSON(request.headers) { return try await written(request, context.query) }
        let estimate = try await question.answer(request, context.query, known: Self.parameters) { query in
            let cost = try CostQuestion(query)
            if let voice = cost.voice { try work.check(voices: NamedVoices(voice).names) }
            return { [service, limits = work.owner.limits] audio in
                try await service.inspection.estimate(of: audio, cost, within: limits)
            }
        }
        return try .json(estimate)
    }

    /// A JSON object with a text: the parameters may be fields of the object.
    private func written(_ request: Request, _ query: QueryParameters) async throws -> Response {
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
