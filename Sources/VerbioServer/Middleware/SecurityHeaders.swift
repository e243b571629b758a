internal import HTTPTypes
internal import Hummingbird

/// What every answer says to browsers: this is data for whoever asked, nothing to render, guess about, keep or embed.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in Self.fields { response.headers[field.name] = field.value }
        return response
    }

    static let fields: HTTPFields = {
        var fields: HTTPFields = [
            .xContentTypeOptions: "nosniff", .cacheControl: "no-store",
            .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        ]
        for (name, value) in [("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer")] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }()
}
