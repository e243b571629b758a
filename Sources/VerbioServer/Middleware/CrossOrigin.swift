internal import HTTPTypes
internal import Hummingbird

/// Lets pages of the listed origins read answers (CORS). Cookies are not among what such a page may send.
struct CrossOrigin: RouterMiddleware {
    typealias Context = ServerContext

    /// In lower case.
    let origins: [String]
    /// All routes of the server.
    let routes: [RouteName]

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard !origins.isEmpty else { return try await next(request, context) }
        let given = request.headers[values: .origin]
        let origin = given.count == 1 && origins.contains(given[0].lowercased()) ? given[0] : nil
        var response = try await answer(request, context, origin, next)
        response.headers[values: .vary].append("Origin")
        if let origin {
            response.headers[.accessControlAllowOrigin] = origin
            response.headers[.accessControlExposeHeaders] = Self.exposed
        }
        return response
    }

    private func answer(
        _ request: Request, _ context: ServerContext, _ origin: String?,
        _ next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let methods = routes.filter { $0.matches(request.uri.path) }.flatMap(\.allowed)
        guard origin != nil, request.method == .options, request.headers[.accessControlRequestMethod] != nil,
            !methods.isEmpty
        else { return try await next(request, context) }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: methods.joined(separator: ", "),
                .accessControlAllowHeaders: Self.allowed(to: request.headers), .accessControlMaxAge: "600",
            ])
    }

    /// Fields that a page may send in addition to those that it always may. Libraries add fields of their own, such as
    /// `traceparent` or `x-stainless-lang`, and a page of a listed origin may send what any other client may.
    private static func allowed(to fields: HTTPFields) -> String {
        let asked = fields.words(of: .accessControlRequestHeaders)
            .filter { HTTPField.Name($0) != nil && !known.contains($0) }
        return (usual + asked.prefix(maximumAsked)).joined(separator: ", ")
    }

    private static let usual = [
        "Authorization", "Content-Type", "Accept", "Range", "If-None-Match", "If-Range", "Last-Event-ID",
        "Idempotency-Key", "X-Request-ID",
    ]
    private static let known = Set(usual.map { $0.lowercased() })
    /// The most other fields.
    private static let maximumAsked = 50

    /// Fields that a page may read in addition to those that it always may.
    private static let exposed =
        "Location, ETag, Content-Range, Content-Disposition, Retry-After, WWW-Authenticate, RateLimit-Limit, RateLimit-Remaining, "
        + "RateLimit-Reset, Idempotency-Replayed, Verbio-State, X-Request-ID"
}
