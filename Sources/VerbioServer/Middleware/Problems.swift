internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOHTTP1
internal import Plumbing

/// Turns every error into a problem document, and answers 405 if an address exists but the method is wrong.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    /// All routes of the server.
    let routes: [RouteName]

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let refusal: Refusal
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // If the other side does not speak HTTP, no answer on the connection is useful.
            throw error
        } catch let error as HTTPError {
            refusal = Self.refusal(for: error, path: request.uri.path, routes: routes)
        } catch {
            refusal = Refusal(error)
            if refusal.problem.kind == .internal, refusal.status == .internalServerError {
                // Only the type is logged: the text of an error may contain what was said.
                context.logger.error("unexpected error", metadata: ["type": "\(type(of: error))"])
            }
        }
        context.findings.note { $0.refusal = refusal.problem.code }
        let response =
            OpenAIError.isUsed(at: request.uri.path) ? OpenAIError.response(refusal) : refusal.response()
        return request.method == .head ? response.createHeadResponse() : response
    }

    private static func refusal(for error: HTTPError, path: String, routes: [RouteName]) -> Refusal {
        guard error.status == .notFound else {
            return Refusal(
                error.status,
                Problem(
                    .usage, "request.refused", "the request was refused (\(error.status.reasonPhrase.lowercased()))"))
        }
        // An address of its own, such as a search, is not one of the addresses that a placeholder stands for.
        let matching = routes.filter { $0.matches(path) }
        let exact = matching.filter { !$0.path.contains("{") }
        let allowed = (exact.isEmpty ? matching : exact).flatMap(\.allowed)
        return allowed.isEmpty ? .notFound : .method(allowed: allowed)
    }
}
