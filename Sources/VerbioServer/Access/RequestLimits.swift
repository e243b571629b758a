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
        if let principal = context.principal, let (status, refusal) = try await meter.admitRequest(of: principal) {
            context.findings.note { $0.requests = status }
            if let refusal { throw refusal }
        }
        return try await next(request, context)
    }
}

/// What a limit leaves, as the header fields that the RateLimit drafts describe.
struct RateLimit: Sendable {
    /// The whole amount; nil if it is not a whole number.
    var limit: Int?
    var remaining: Int
    /// The seconds until there is more.
    var reset: Int

    var fields: HTTPFields {
        var fields = HTTPFields()
        for (name, value) in [("Limit", limit), ("Remaining", remaining), ("Reset", reset)] {
            if let name = HTTPField.Name("RateLimit-\(name)"), let value { fields[name] = String(value) }
        }
        return fields
    }

    private static let remainingField = HTTPField.Name("RateLimit-Remaining")

    /// Whether an answer has such fields.
    static func isTold(in fields: HTTPFields) -> Bool {
        remainingField.map { fields.contains($0) } ?? false
    }
}

/// Reports in every answer how many requests the principal has left, also if the request is refused. If another limit
/// refuses the request, the answer reports that limit.
struct RateLimitFields: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if let status = context.findings.values.requests, !RateLimit.isTold(in: response.headers) {
            let left = RateLimit(
                limit: status.limit, remaining: status.remaining, reset: Int(status.reset.seconds.rounded(.up)))
            response.headers.append(contentsOf: left.fields)
        }
        return response
    }
}
