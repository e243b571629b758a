internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Jobs
internal import Plumbing
internal import VerbioService

/// A film that a job has made.
struct JobFilmRoute: Route {
    static let name = RouteName(.get, "/api/jobs/{id}/film")
    static let parameters = ["format", "to"]
    static let isBrief = false
    static let endsWithClient = true

    private let shared: SharedParts
    private let store: any ConversationStore

    init(_ parts: RouteParts) {
        shared = parts.shared
        store = parts.service.store
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        let name = try context.query.required("format", such: "mkv")
        let films = OutputFormat.all.filter { $0.film != nil }
        guard let format = films.first(where: { $0.name == name }) else {
            throw context.query.bad("format", films.map(\.name))
        }
        let job = try await coordinator.job(named: context)
        let part = try part(of: job, context.query)
        guard let film = part.films?.first(where: { $0.format == name }),
            let conversation = try await store.conversation(part.conversation),
            let kept = try await coordinator.services.uploads.open(
                .film(job.id, of: part.conversation, format: name))
        else { throw Self.noFilm(name, of: job) }
        let answer = FileAnswer(size: film.bytes, tag: EntityTag(sha256: film.sha256)) { offset, most in
            try await kept.bytes(at: offset, most: most)
        }
        return try answer.response(
            to: request, type: format.mediaType,
            name: ConversationFile.name(format, try JobOrder(stored: job).captions, of: conversation))
    }

    /// - Throws: ``Problem`` of kind `usage`: `query.missing`, or `query.value` for a language that the job does not have.
    private func part(of job: Job, _ query: QueryParameters) throws(Problem) -> Job.Part {
        guard let target = query["to"] else {
            if let only = job.parts.first, job.parts.count == 1 { return only }
            _ = try query.required("to", such: job.parts.first?.target ?? "es")
            throw query.bad("to", job.parts.compactMap(\.target))
        }
        guard let part = job.parts.first(where: { $0.target == target }) else {
            throw query.bad("to", job.parts.compactMap(\.target))
        }
        return part
    }

    private static func noFilm(_ name: String, of job: Job) -> Refusal {
        Refusal(
            .notFound,
            Problem(
                .usage, "job.no-film",
                job.state.isEnd ? "there is no \(name) of this job, or none any more" : "this film is not made yet",
                cure: job.state.isEnd ? "send the film again as a new job" : "wait until the job has ended"))
    }
}
