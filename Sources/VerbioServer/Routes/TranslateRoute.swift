internal import Audio
internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// Takes audio or text and answers with the bilingual document, one of its files, or a stream of events.
struct TranslateRoute: Route {
    static let name = RouteName(.post, "/api/translate")
    static let parameters = ConversationRequest.parameters + [AudioParameter.name] + AnswerParameters.names

    private let configuration: ServerConfiguration
    private let service: any ConversationService
    private let translations: TranslationRuns
    private let open: OpenRequests

    init(_ parts: RouteParts) {
        open = parts.shared.openRequests
        configuration = parts.configuration
        service = parts.service
        translations = parts.translations
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: Self.parameters)
        let key = try RequestKey(request.headers)
        if JSONFields.isJSON(request.headers) { return try await written(query, key, request, context) }
        if FormUpload.isForm(request.headers) { return try await filled(query, key, request, context) }
        let order = try Order(query, request.headers)
        try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes)
        guard let key else {
            let run = try await translations.begin(.translation(order.asked, request.body), spoken: order.spoken)
            context.askForBody(of: request)
            return try await run.response(to: request, context, as: order.form, store: service.store)
        }
        // All of the body is needed to compare it with that of an earlier request.
        try translations.checkRoom()
        context.askForBody(of: request)
        let file = try await UploadedFile.read(request.body, maximumBytes: configuration.maximumBodyBytes)
        return try await answer(
            order, .translation(order.asked, file.body), key: key, query.all + [try await file.hash()], request, context
        )
    }

    /// Does what is asked for, or finds what a request with the same key has begun.
    ///
    /// - Parameter content: everything that makes it another request.
    private func answer(
        _ order: Order, _ work: TranslationRun.Work, key: RequestKey?,
        _ content: @autoclosure () async throws -> [String],
        _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        guard let key else {
            let run = try await translations.begin(work, spoken: order.spoken)
            return try await run.response(to: request, context, as: order.form, store: service.store)
        }
        let repeats = RequestRepeats(key: key, store: service.store, open: open, time: translations.time)
        return try await repeats.perform(RequestKey.fingerprint(Self.name, try await content())) { conversation in
            try await .again(conversation, as: order.form, store: service.store)
        } begin: { begun in
            let run = try await translations.begin(work, spoken: order.spoken, begun: begun)
            return try await run.response(to: request, context, as: order.form, store: service.store)
        }
    }

    /// A form with a file: the parameters may be fields of the form, before or after the file.
    private func filled(
        _ query: QueryParameters, _ key: RequestKey?, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        try translations.checkRoom()
        context.askForBody(of: request)
        let form = try await FormUpload.read(from: request, maximumBytes: configuration.maximumBodyBytes)
        let all = try query.adding(form.fields, known: Self.parameters)
        let order = try Order(all, request.headers)
        guard let file = form.file else { throw FormUpload.noFile }
        return try await answer(
            order, .translation(order.asked, file.body), key: key, all.all + [try await file.hash()], request, context)
    }

    /// A JSON object with a text: the parameters may be fields of the object.
    private func written(
        _ query: QueryParameters, _ key: RequestKey?, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        context.askForBody(of: request)
        let (text, all) = try await WrittenRequest.read(request, adding: query, known: Self.parameters)
        var order = try Order(all, request.headers)
        order.asked.isSpoken = order.spoken != nil || order.form.hasVoice
        return try await answer(
            order, .written(order.asked, text), key: key, all.all + ["text", text], request, context)
    }

    /// What is to be done, and the form of the answer.
    private struct Order {
        var asked: ConversationRequest
        var spoken: SpeechEncoding?
        var form: AnswerForm

        init(_ query: QueryParameters, _ fields: HTTPFields) throws {
            asked = try ConversationRequest(query)
            form = try AnswerParameters.read(query, fields)
            spoken = try AudioParameter.read(query, isEventStream: form == .events)
            guard !form.hasVoice || asked.isSpoken && asked.isTranslated else {
                throw Problem(
                    .usage, "formats.voice", "a voice track is asked for, and nothing is to be spoken",
                    at: query["tts"] == nil ? "mt" : "tts", cure: "leave it out, or ask for other formats")
            }
            // Captions and transcripts need no voice, so none is paid for.
            if !form.formats.isEmpty, !form.hasVoice { asked.isSpoken = false }
        }
    }
}
