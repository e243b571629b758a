internal import Hummingbird
internal import Jobs

/// One job: its state, its progress and where its results are.
struct JobRoute: Route {
    static let name = RouteName(.get, "/api/jobs/{id}")

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        _ = try QueryParameters(request.uri.query, known: [])
        return try .json(JobDocument(coordinator.withProgress(try await coordinator.job(named: context))))
    }
}
