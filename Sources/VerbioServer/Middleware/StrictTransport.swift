internal import HTTPTypes
internal import Hummingbird

/// Makes browsers that use HTTPS keep to it for a year (RFC 6797).
///
/// Not under the name `localhost`: browsers would hold it against all other servers of that machine.
struct StrictTransport: RouterMiddleware {
    typealias Context = ServerContext

    /// The scheme of the server itself; a proxy may have been called by another one.
    let scheme: String

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let forwarded = context.forwardedOrigin
        if (forwarded.scheme ?? scheme) == "https", !Self.isLocal(forwarded.authority ?? request.head.authority) {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
        return response
    }

    private static func isLocal(_ authority: String?) -> Bool {
        let name = authority.flatMap { HostGate.name(of: $0.lowercased()) } ?? ""
        return name == "localhost" || name.hasSuffix(".localhost")
    }
}
