internal import Access
internal import Audio
internal import Conversations
internal import Hummingbird
internal import Plumbing

/// Answers a question about the recording of a request: its body, or the file of a form.
struct AudioQuestion: Sendable {
    private let configuration: ServerConfiguration
    private let work: ScopedWork
    private let places: WorkPlaces

    init(_ parts: RouteParts) {
        configuration = parts.configuration
        work = parts.work
        places = parts.shared.examinations
    }

    /// - Parameters:
    ///   - query: the parameters of the address.
    ///   - known: the parameters that a form may have.
    ///   - prepare: reads the parameters and returns what is to be done with the bytes.
    /// - Throws: ``Refusal``, and what the work throws.
    func answer<Value: Sendable>(
        _ request: Request, _ query: QueryParameters, known: [String],
        _ prepare: (QueryParameters) throws -> @Sendable (BytePipe) async throws -> Value
    ) async throws -> Value {
        try await places.run(for: work.owner.scope) {
            try await work.permitted { _ in try await permitted(request, query, known: known, prepare) }
        }
    }

    private func permitted<Value: Sendable>(
        _ request: Request, _ query: QueryParameters, known: [String],
        _ prepare: (QueryParameters) throws -> @Sendable (BytePipe) async throws -> Value
    ) async throws -> Value {
        guard FormUpload.isForm(request.headers) else {
            try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes)
            let work = try AudioBody.parameters(request.headers) { try prepare(query) }
            return try await hear(request.body, work)
        }
        let form = try await FormUpload.read(from: request, maximumBytes: configuration.maximumBodyBytes)
        let work = try prepare(query.adding(form.fields, known: known))
        guard let file = form.file else { throw FormUpload.noFile }
        return try await hear(file.body, work)
    }

    private func hear<Value: Sendable>(
        _ body: RequestBody, _ answer: @escaping @Sendable (BytePipe) async throws -> Value
    ) async throws -> Value {
        let pipe = BytePipe(capacity: 256 << 10)
        let feed = BodyFeed(body, into: pipe, within: configuration, time: work.time)
        return try await withThrowingTaskGroup(of: Refusal?.self) { group in
            group.addTask {
                let refusal = await feed.run()
                if let refusal { pipe.finish(refusal.problem) }
                return refusal
            }
            let result: Result<Value, any Error>
            do { result = .success(try await answer(pipe)) } catch { result = .failure(error) }
            // The body may be longer than what the work needs.
            group.cancelAll()
            // Why the body ended early is the better reason.
            if let refusal = try await group.next() ?? nil { throw refusal }
            return try result.get()
        }
    }
}
