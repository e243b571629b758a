internal import Hummingbird

/// Refuses new work once the server is being stopped. Its health can still be asked for.
struct DrainGate: RouterMiddleware {
    typealias Context = ServerContext

    let translations: TranslationRuns
    /// The addresses that are still answered then.
    let openPaths: Set<String>

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if translations.isDraining, !openPaths.contains(request.uri.path) {
            throw Refusal.stopping
        }
        return try await next(request, context)
    }
}
