internal import Hummingbird

/// Refuses new work once the server is being stopped. Its health can still be asked for, and live sessions are finished.
struct DrainGate: RouterMiddleware {
    typealias Context = ServerContext

    let work: ScopedWork
    /// Whether a request is still answered then.
    let isOpen: @Sendable (Request) -> Bool

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if work.isDraining, !isOpen(request) {
            throw Refusal.stopping
        }
        return try await next(request, context)
    }
}
