internal import Access
internal import Conversations
internal import Coordination
internal import HTTPTypes
internal import Hummingbird
internal import Jobs
internal import Plumbing
internal import VerbioService

/// Takes audio or text and answers with the bilingual document, one of its files, or a stream of events.
struct TranslateRoute: Route {
    static let name = RouteName(.post, "/api/translate")
    static let parameters =
        ConversationRequest.parameters + [AudioParameter.name] + AnswerParameters.names + [RecordingAddress.name]

    private let configuration: ServerConfiguration
    private let service: any ConversationService
    private let work: ScopedWork
    private let turns: any WorkTurns
    private let fetch: OutsideFetch?
    private let files: AnswerFiles

    init(_ parts: RouteParts) {
        turns = parts.shared.coordination
        fetch = parts.shared.fetch
        configuration = parts.configuration
        service = parts.service
        work = parts.work
        files = parts.files
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let key = try RequestKey(request.headers)
        if JSONFields.isJSON(request.headers) { return try await written(query, key, request, context) }
        if FormUpload.isForm(request.headers) { return try await filled(query, key, request, context) }
        let isFetched = query["url"] != nil
        // The type of the body says what is wrong better than a parameter that is missing in the address.
        if !isFetched { try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes) }
        let order = try AudioBody.parameters(request.headers) { try TranslationOrder(query, request.headers) }
        if isFetched { return try await fetched(order, query, key, request, context) }
        guard key != nil || order.hasSeveral else {
            let run = try await work.begin(
                .translation(order.asked, request.body), spoken: order.spoken)
            context.askForBody()
            return try await run.response(to: request, context, as: order.form, from: files)
        }
        // All of the body is needed to compare it with that of an earlier request, and for each language.
        try work.checkRoom()
        let file = try await UploadedFile.read(request.body, maximumBytes: configuration.maximumBodyBytes)
        return try await answer(order, .recording(file), key: key, query, request, context)
    }

    /// Does what is asked for, or finds what a request with the same key has begun.
    ///
    /// - Parameter all: every parameter; together with the input they make it another request.
    private func answer(
        _ order: TranslationOrder, _ input: TranslationOrder.Input, key: RequestKey?, _ all: QueryParameters,
        _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        guard let key else {
            let run = try await work.begin(order.parts(input), spoken: order.spoken)
            return try await run.response(to: request, context, as: order.form, from: files)
        }
        guard !order.hasSeveral else { throw TranslationOrder.keyOfSeveral }
        let content = all.all + (try await input.fingerprint())
        let repeats = RequestRepeats(key: key, store: service.store, turns: turns, time: work.time)
        return try await repeats.perform(RequestKey.fingerprint(Self.name, content)) { conversation in
            try await .again(conversation, as: order.form, from: files)
        } begin: { begun in
            let run = try await work.begin(order.parts(input), spoken: order.spoken, begun: begun)
            return try await run.response(to: request, context, as: order.form, from: files)
        }
    }

    /// A form with a file: the parameters may be fields of the form, before or after the file.
    private func filled(
        _ query: QueryParameters, _ key: RequestKey?, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        try work.checkRoom()
        let form = try await FormUpload.read(from: request, maximumBytes: configuration.maximumBodyBytes)
        let all = try query.adding(form.fields, known: Self.parameters)
        let order = try TranslationOrder(all, request.headers)
        guard let file = form.file else {
            guard all["url"] != nil else { throw FormUpload.noFile }
            return try await fetched(order, all, key, request, context)
        }
        guard all["url"] == nil else { throw RecordingAddress.andBody }
        return try await answer(order, .recording(file), key: key, all, request, context)
    }

    /// A JSON object with a text or a recording: the parameters may be fields of the object.
    private func written(
        _ query: QueryParameters, _ key: RequestKey?, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let (input, all) = try await WrittenRequest.input(
            request, adding: query, known: Self.parameters, maximumBytes: configuration.maximumBodyBytes)
        let order = try TranslationOrder(all, request.headers)
        switch input {
        case .address: return try await fetched(order, all, key, request, context)
        case .text(let text): return try await answer(order, .text(text), key: key, all, request, context)
        case .recording(let file): return try await answer(order, .recording(file), key: key, all, request, context)
        }
    }

    /// A recording that the server fetches.
    private func fetched(
        _ order: TranslationOrder, _ all: QueryParameters, _ key: RequestKey?, _ request: Request,
        _ context: ServerContext
    ) async throws -> Response {
        let address = try RecordingAddress(all, fetch)
        if !JSONFields.isJSON(request.headers), !FormUpload.isForm(request.headers) {
            try await RecordingAddress.requireNoBody(request)
        }
        try work.checkRoom()
        let file = try UploadedFile()
        try await address.fill(file, maximumBytes: configuration.maximumBodyBytes)
        return try await answer(order, .recording(file), key: key, all, request, context)
    }
}

/// Continues a conversation that is not complete. Its engines do what failed, and what was not heard.
struct ResumeRoute: Route {
    static let name = RouteName(.post, "/api/conversations/{id}/resume")
    static let parameters = [AudioParameter.name]
    /// The rest is paid for.
    static let access = RouteAccess.key(.translate)

    private let store: any ContentStore
    private let change: ConversationChange

    init(_ parts: RouteParts) {
        store = parts.service.store
        change = ConversationChange(parts)
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try context.query
            .adding(try await JSONFields.parameters(from: request), known: Self.parameters)
        let spoken = try AudioParameter.read(query, isEventStream: AudioBody.wantsEvents(request.headers))
        let conversation = try await store.conversation(named: context)
        return try await change.response(.rest(conversation), of: conversation, spoken: spoken, to: request, context)
    }
}
