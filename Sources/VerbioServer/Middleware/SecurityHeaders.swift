internal import HTTPTypes
internal import Hummingbird

/// Header fields of every answer for browsers: it is data for the client that asked. It must not be rendered, kept or
/// embedded, its type must not be guessed, and no proxy may hold events back.
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
        // Proxies such as nginx gather what is sent, and events would come late.
        if EventStream.isDeclared(by: response.headers), let name = HTTPField.Name("X-Accel-Buffering") {
            response.headers[name] = "no"
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
