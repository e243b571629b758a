internal import Access
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Counts the requests of each principal, and refuses those beyond its limit.
struct RequestLimits: RouterMiddleware {
    typealias Context = ServerContext

    let meter: UseMeter

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if let principal = context.principal, let (status, refusal) = meter.admitRequest(of: principal) {
            context.trail.note { $0.requests = status }
            if let refusal { throw refusal }
        }
        return try await next(request, context)
    }
}

/// Tells in every answer what is left of the principal's requests, also if the request is refused.
struct RateLimitFields: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let status = context.trail.findings.requests {
            let fields = [
                ("RateLimit-Limit", status.limit), ("RateLimit-Remaining", status.remaining),
                ("RateLimit-Reset", Int(status.reset.seconds.rounded(.up))),
            ]
            for (name, value) in fields {
                if let name = HTTPField.Name(name) { response.headers[name] = String(value) }
            }
        }
        return response
    }
}
