internal import HTTPTypes
internal import Hummingbird

/// Header fields of every answer for browsers: it is data for the client that asked. It must not be rendered, kept or
/// embedded, and its type must not be guessed.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        // A page says itself what it may do.
        for field in Self.fields where response.headers[field.name] == nil {
            response.headers[field.name] = field.value
        }
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
