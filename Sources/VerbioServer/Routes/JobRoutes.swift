internal import Access
internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Jobs
internal import NIOCore
internal import Plumbing
internal import VerbioService

/// The jobs of the scope, the newest first.
struct JobListRoute: SharedRoute {
    static let name = RouteName(.get, "/api/jobs")
    static let parameters = ["limit", "cursor"]

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        let query = context.query
        let limit = try query.number("limit", in: 1...1_000, otherwise: 50)
        let place = try query.cursor { JobPlace(cursor: $0) }
        let found = try await coordinator.store.jobs(in: context.scope, after: place, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { JobPlace(createdAt: $0.createdAt, id: $0.id).cursor } : nil
        return try .json(
            Listing(jobs: page.map { JobDocument(coordinator.withProgress($0)) }, nextCursor: NextCursor(next)))
    }

    private struct Listing: Encodable {
        var jobs: [JobDocument]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case jobs
            case nextCursor = "next_cursor"
        }
    }
}

extension JobPlace {
    /// The place as a cursor, such as `1700000000000-j8gy5bymzb0vpa0n64d79`.
    var cursor: String { "\(createdAt)-\(id)" }

    init?(cursor: String) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let createdAt = Int64(parts[0]), let id = JobID(rawValue: String(parts[1])) else {
            return nil
        }
        self.init(createdAt: createdAt, id: id)
    }
}

/// Takes audio or text as `POST /api/translate` does, and answers as soon as the upload is safe.
struct AddJobRoute: Route {
    static let name = RouteName(.post, "/api/jobs")
    static let parameters = JobOrder.parameters

    private let configuration: ServerConfiguration
    private let work: ScopedWork
    private let films: any FilmService
    private let shared: SharedParts

    init(_ parts: RouteParts) {
        configuration = parts.configuration
        work = parts.work
        films = parts.service.films
        shared = parts.shared
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        let query = context.query
        let key = try RequestKey(request.headers)
        if !JSONFields.isJSON(request.headers), !FormUpload.isForm(request.headers) {
            if query[RecordingAddress.name] == nil {
                try AudioBody.check(request.headers, maximumBytes: configuration.maximumBodyBytes)
            }
            _ = try AudioBody.parameters(request.headers) { try self.order(query, coordinator) }
        }
        try await work.checkDay()
        let waiting = try await coordinator.store.waiting(in: context.scope)
        guard waiting.jobs < coordinator.services.limits.jobs else {
            throw Refusal.tooManyJobs(coordinator.services.limits.jobs)
        }

        let id = JobID.random()
        let files = try await JobReception(
            of: id, coordinator.services.uploads, isForm: FormUpload.isForm(request.headers))
        let (isText, all) = try await read(request, query, into: files)
        let order = try order(all, coordinator)
        try work.check(voices: order.voices)
        if all[RecordingAddress.name] != nil {
            try await RecordingAddress(all, shared.fetch).fill(
                files.recording, maximumBytes: configuration.maximumBodyBytes)
        }
        try await files.synchronize()
        try await check(order, files.upload(isText: isText), in: context.scope)

        let job = job(id, order, all, kind: isText ? .text : .audio, files)
        let named = try await named(by: key, all, files, at: job.createdAt)
        try await files.share()
        let addition = try await coordinator.store.add(job, of: named, within: coordinator.services.limits)
        if addition != .added { try await coordinator.services.uploads.removeUploads(of: id) }
        switch addition {
        case .added:
            files.keep()
            coordinator.queueChanged()
            return try accepted(job)
        case .known(let known): return try accepted(coordinator.withProgress(known)).replayed
        case .otherRequest: throw Refusal.keyOfOtherRequest
        case .tooMany: throw Refusal.tooManyJobs(coordinator.services.limits.jobs)
        case .tooLarge: throw Refusal.uploadsTooLarge(coordinator.services.limits.bytes)
        }
    }

    /// Checks the captions, and whether the upload can become the films that are wanted. The programs of ffmpeg run, in turn.
    ///
    /// - Throws: ``Problem`` as `StoredUpload` and `FilmService`.
    private func check(_ order: JobOrder, _ upload: StoredUpload, in scope: Scope) async throws {
        guard upload.captions != nil || order.films != nil else { return }
        if upload.captions != nil { try order.checkForCaptions() }
        try await shared.files.run(scope) {
            let requests = try order.requests()
            if let first = requests.first { try upload.checkCaptions(for: first) }
            if let wanted = order.films { try await films.check(wanted, of: upload, for: requests) }
        }
    }

    private func job(
        _ id: JobID, _ order: JobOrder, _ all: QueryParameters, kind: Job.Kind, _ files: JobReception
    ) -> Job {
        var job = Job(
            id: id, owner: JobOwner(work.owner), kind: kind,
            parameters: all.pairs.map { Job.Parameter($0.0, $0.1) } + JobOrder.preferences(work.owner),
            parts: order.targets.map { Job.Part(target: $0, conversation: .random()) }, bytes: files.count,
            createdAt: work.time.wallClockMilliseconds())
        job.captionBytes = files.captions?.count
        job.callback = order.callback.map { JobCallback(url: $0) }
        return job
    }

    /// What a repeated request is known by; nil without a key.
    private func named(
        by key: RequestKey?, _ all: QueryParameters, _ files: JobReception, at now: Int64
    ) async throws -> JobRequest? {
        guard let key else { return nil }
        return JobRequest(
            key: key.text, fingerprint: RequestKey.fingerprint(Self.name, all.all + (try await files.hashes())),
            since: now - RequestRepeats.lifetime)
    }

    /// Reads the body into the files.
    ///
    /// - Returns: whether the body is a text, and all parameters, those in the body included.
    private func read(
        _ request: Request, _ query: QueryParameters, into files: JobReception
    ) async throws -> (isText: Bool, QueryParameters) {
        let file = files.recording
        if JSONFields.isJSON(request.headers) { return try await written(query, to: file, request) }
        if FormUpload.isForm(request.headers) {
            let form = try await FormUpload.read(
                from: request, maximumBytes: configuration.maximumBodyBytes, into: file, captions: files.captionPlace)
            let all = try query.adding(form.fields, known: JobOrder.parameters)
            let isFetched = all[RecordingAddress.name] != nil
            guard form.file == nil || !isFetched else { throw RecordingAddress.andBody }
            guard form.file != nil || form.captions != nil || isFetched else { throw FormUpload.noFile }
            try await files.take(form.captions, besideRecording: form.file != nil || isFetched)
            return (false, all)
        }
        if query[RecordingAddress.name] != nil {
            try await RecordingAddress.requireNoBody(request)
        } else {
            try await file.fill(from: request.body, maximumBytes: configuration.maximumBodyBytes)
        }
        return (false, query)
    }

    private func accepted(_ job: Job) throws -> Response {
        let document = JobDocument(job)
        var response = try Response.json(document, status: .accepted)
        response.headers[.location] = document.links.`self`
        return response
    }

    /// - Throws: ``Problem`` of kind `usage`, also about the address of the callback; `LimitReached` for a voice.
    private func order(_ query: QueryParameters, _ coordinator: JobCoordinator) throws -> JobOrder {
        let order = try JobOrder(query)
        for voice in order.voices { try work.owner.limits.check(voice: voice) }
        if let url = order.callback {
            guard coordinator.services.signer != nil else {
                throw Problem(
                    .usage, "callback.no-secret", "the server has no secret to sign callbacks with", at: "callback",
                    cure: "ask the operator to set jobs.webhook-secret, or leave it out")
            }
            try coordinator.services.outside.check(url, named: "callback")
        }
        return order
    }

    /// A JSON object with a text or a recording: the parameters may be fields of the object.
    private func written(
        _ query: QueryParameters, to file: UploadedFile, _ request: Request
    ) async throws -> (isText: Bool, all: QueryParameters) {
        let (input, all) = try await WrittenRequest.input(
            request, adding: query, known: JobOrder.parameters, maximumBytes: configuration.maximumBodyBytes,
            into: file)
        guard case .text(let text) = input else { return (false, all) }
        try await file.append(Array(text.utf8))
        return (true, all)
    }
}

extension Refusal {
    /// The maximum number of jobs of a tenant is waiting.
    static func tooManyJobs(_ limit: Int) -> Refusal {
        Refusal(
            .tooManyRequests,
            Problem(
                .usage, "jobs.too-many", "the limit of \(limit) waiting and running jobs is reached",
                cure: "try again when some have ended"), headers: [.retryAfter: "30"])
    }

    /// The waiting uploads of a tenant have reached their limit.
    static func uploadsTooLarge(_ limit: Int) -> Refusal {
        Refusal(
            .tooManyRequests,
            Problem(
                .usage, "jobs.too-large", "the uploads that wait would have more than \(limit) bytes",
                cure: "try again when some jobs have ended"), headers: [.retryAfter: "30"])
    }

    static let unknownJob = Refusal(
        .notFound,
        Problem(.usage, "job.unknown", "there is no such job", cure: "GET /api/jobs lists them"))
}

extension JobCoordinator {
    /// The job that the request's address names.
    ///
    /// - Throws: ``Refusal`` with status 404 if the scope has none of that name.
    func job(named context: ServerContext) async throws -> Job {
        guard let name = context.parameters.get("id"), let id = JobID(rawValue: name),
            let job = try await store.job(id, in: context.scope)
        else { throw Refusal.unknownJob }
        return job
    }
}

/// One job: its state, its progress and where its results are.
struct JobRoute: SharedRoute {
    static let name = RouteName(.get, "/api/jobs/{id}")

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        return try .json(JobDocument(coordinator.withProgress(try await coordinator.job(named: context))))
    }
}

/// The events of a job's conversations as they happen, from any place on, and the job itself at the end.
///
/// They are read from the conversations' logs, so a client that reconnects misses none and gets none twice, also after a
/// restart of the server.
struct JobEventsRoute: Route {
    static let name = RouteName(.get, "/api/jobs/{id}/events")
    static let isBrief = false

    private let shared: SharedParts
    private let store: any ConversationStore
    private let configuration: ServerConfiguration
    private let time: TimeSource

    init(_ parts: RouteParts) {
        shared = parts.shared
        store = parts.service.store
        configuration = parts.configuration
        time = parts.work.time
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        let job = try await coordinator.job(named: context)
        let start = try JobEventPlace(request.headers, parts: job.parts.count)
        let listener = coordinator.listeners.listen(to: job.id)
        let reader = JobReader(jobs: coordinator.store, conversations: store)
        let body = ResponseBody { [scope = context.scope, configuration, time] writer in
            // A client sees at once that it is connected.
            try await writer.write(ByteBuffer(string: EventLines.keepAlive))
            var (place, isNew) = (start, false)
            var silence = Duration.zero
            while true {
                let reading = try await coordinator.listeners.reading(of: job.id, after: place, isNew: isNew) {
                    [place] in
                    try await reader.read(job.id, in: scope, after: place)
                }
                if reading.text.readableBytes > 0 {
                    try await writer.write(reading.text)
                    silence = .zero
                }
                place = reading.place
                if reading.isEnd { break }
                isNew = false
                if reading.hasMore { continue }
                if coordinator.isDraining { break }
                let pause = coordinator.pause(of: job.id, most: configuration.keepAlive)
                guard await !listener.wait(time, most: pause) else { continue }
                isNew = true
                silence += pause
                guard silence >= configuration.keepAlive else { continue }
                silence = .zero
                try await writer.write(ByteBuffer(string: EventLines.keepAlive))
            }
            try await writer.finish(nil)
        }
        return EventStream.response(body)
    }
}

/// Cancels a job that has not ended, or forgets one that has. Its conversations stay.
struct DeleteJobRoute: Route {
    static let name = RouteName(.delete, "/api/jobs/{id}")

    private let shared: SharedParts
    private let work: ScopedWork

    init(_ parts: RouteParts) {
        shared = parts.shared
        work = parts.work
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        let job = try await coordinator.job(named: context)
        if job.state.isEnd {
            guard try await coordinator.store.remove(job.id, in: context.scope) else { throw Refusal.unknownJob }
            // If that fails, the next tidying removes them.
            try? await coordinator.services.uploads.removeAll(of: job.id)
            return Response(status: .noContent)
        }
        let now = work.time.wallClockMilliseconds()
        let changed = try await coordinator.store.change(job.id) { job in
            guard !job.state.isEnd else { return }
            job.isToEnd = true
            if job.state == .queued { job.end(.cancelled, at: now) }
        }
        guard let changed else { throw Refusal.unknownJob }
        if changed.state == .cancelled { try? await coordinator.services.uploads.removeUploads(of: job.id) }
        coordinator.end(job.id)
        coordinator.queueChanged()
        coordinator.changed(job.id)
        return try .json(JobDocument(coordinator.withProgress(changed)), status: .accepted)
    }
}
