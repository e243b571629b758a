internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Lets in requests from this machine that are meant for this server.
///
/// The loopback address keeps other machines out, but not a web page in a browser on this machine. The name of the page's
/// server may point to 127.0.0.1 (DNS rebinding), or the page may simply send a request here. The first shows in `Host`, the
/// second in `Origin` and `Sec-Fetch-Site`, and a browser lets no page set these.
struct LoopbackOnly: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        try Self.check(request.head)
        return try await next(request, context)
    }

    /// The connection of a client that is refused is closed, too.
    private static let ending: HTTPFields = [.connection: "close"]

    static func check(_ head: HTTPRequest) throws(Refusal) {
        // The first `Host` is the authority; if there is another one, it has stayed among the fields.
        guard let host = head.authority, HTTPField.Name("Host").map({ head.headerFields[values: $0].isEmpty }) ?? true
        else {
            throw Refusal(
                .badRequest,
                Problem(
                    .usage, "request.host-missing", "the request does not name its host once",
                    cure: "send one Host field"), headers: Self.ending)
        }
        guard isLoopback(host) else {
            throw Refusal(
                .forbidden,
                Problem(
                    .usage, "request.host", "this server answers on localhost only",
                    cure: "use http://localhost or http://127.0.0.1"), headers: Self.ending)
        }
        let origins = head.headerFields[values: .origin]
        let sites = HTTPField.Name("Sec-Fetch-Site").map { head.headerFields[values: $0] } ?? []
        guard origins.allSatisfy({ $0.lowercased() == "http://\(host.lowercased())" }),
            sites.allSatisfy({ ["same-origin", "none"].contains($0) })
        else {
            throw Refusal(
                .forbidden,
                Problem(
                    .usage, "request.origin", "pages of other origins are not served",
                    cure: "send the request from a program, not from a web page"), headers: Self.ending)
        }
    }

    /// `localhost`, `127.0.0.1` or `[::1]`, with any port: a forwarded port has another number.
    static func isLoopback(_ authority: String) -> Bool {
        let authority = authority.lowercased()
        for host in ["localhost", "127.0.0.1", "[::1]"] where authority.hasPrefix(host) {
            let rest = authority.dropFirst(host.count)
            if rest.isEmpty { return true }
            return rest.first == ":" && UInt16(rest.dropFirst()) != nil && rest.dropFirst().allSatisfy(\.isNumber)
        }
        return false
    }
}
