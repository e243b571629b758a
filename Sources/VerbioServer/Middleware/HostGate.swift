internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Admits requests that are meant for this server.
///
/// A server without keys may be called by a web page in a browser on this machine. The name of the page's server may point to
/// this address (DNS rebinding), or the page may simply send a request here. The first shows in `Host`, the second in `Origin`
/// and `Sec-Fetch-Site`, and a browser lets no page set these. A page has no key, so a server that always demands one accepts
/// any name unless the operator lists names.
struct HostGate: RouterMiddleware {
    typealias Context = ServerContext

    /// The names that the operator lists, in lower case.
    private let names: [String]
    /// The origins that the operator lists, in lower case.
    private let origins: [String]
    private let scheme: String
    /// Whether every name is accepted.
    private let acceptsAll: Bool
    /// Whether other machines reach the server, so that any address may be named.
    private let acceptsAddresses: Bool

    init(_ configuration: ServerConfiguration, demandsKey: Bool) {
        names = configuration.names.map { $0.lowercased() }
        origins = configuration.origins
        scheme = configuration.scheme
        acceptsAll = demandsKey && configuration.names.isEmpty
        acceptsAddresses = !configuration.isLoopback
    }

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        try check(request.head, context.forwardedOrigin)
        return try await next(request, context)
    }

    private static let host = HTTPField.Name("Host")
    private static let site = HTTPField.Name("Sec-Fetch-Site")
    /// The connection of a client that is refused is closed, too.
    private static let ending: HTTPFields = [.connection: "close"]

    private func check(_ head: HTTPRequest, _ forwarded: ServerContext.ForwardedOrigin) throws(Refusal) {
        // The first `Host` is the authority; if there is another one, it has stayed among the fields.
        guard let host = head.authority, Self.host.map({ head.headerFields[values: $0].isEmpty }) ?? true
        else {
            throw Refusal(
                .badRequest,
                Problem(
                    .usage, "request.host-missing", "the request does not name its host once",
                    cure: "send one Host field"), headers: Self.ending)
        }
        let name = forwarded.authority ?? host
        let isLocal = names.isEmpty && !acceptsAll && !acceptsAddresses
        guard accepts(name) else {
            throw Refusal(
                .forbidden,
                Problem(
                    .usage, "request.host",
                    isLocal ? "this server answers on localhost only" : "this server does not answer to this name",
                    cure: isLocal ? "use http://localhost or http://127.0.0.1" : "add the name to serve.names"),
                headers: Self.ending)
        }
        // A proxy that is not trusted to say so may add TLS all the same.
        let schemes = forwarded.scheme.map { [$0] } ?? (isLocal ? [scheme] : ["http", "https"])
        let own = schemes.map { "\($0)://\(name.lowercased())" }
        let given = head.headerFields[values: .origin].map { $0.lowercased() }
        let isListed = given.count == 1 && origins.contains(given[0])
        let sites = Self.site.map { head.headerFields[values: $0] } ?? []
        guard
            isListed || Self.isFollowedLink(head) || Self.isAnswerOfIssuer(head)
                || given.allSatisfy(own.contains) && sites.allSatisfy(["same-origin", "none"].contains)
        else {
            throw Refusal(
                .forbidden,
                Problem(
                    .usage, "request.origin", "pages of other origins are not served",
                    cure: "send the request from a program, not from a web page"), headers: Self.ending)
        }
    }

    /// Whether a browser follows a link to the console or the description. These pages reveal nothing, and their later
    /// requests have their own origin.
    private static func isFollowedLink(_ head: HTTPRequest) -> Bool {
        [.get, .head].contains(head.method) && ["/", "/docs"].contains(head.path ?? "")
            && value("Origin", of: head).isEmpty
            && isNavigation(head)
    }

    /// Whether an issuer sends a browser back to the page, with a link or with a form. The answer counts only in the browser that
    /// has begun the sign-in, which a sealed cookie and `state` show.
    private static func isAnswerOfIssuer(_ head: HTTPRequest) -> Bool {
        let path = head.path?.prefix { $0 != "?" } ?? ""
        return RouteName.signInAnswer.matches(String(path)) && [.get, .head, .post].contains(head.method)
            && isNavigation(head)
    }

    /// Whether a browser opens the answer as a separate page.
    private static func isNavigation(_ head: HTTPRequest) -> Bool {
        value("Sec-Fetch-Mode", of: head) == ["navigate"] && value("Sec-Fetch-Dest", of: head) == ["document"]
    }

    private static func value(_ name: String, of head: HTTPRequest) -> [String] {
        HTTPField.Name(name).map { head.headerFields[values: $0] } ?? []
    }

    private func accepts(_ authority: String) -> Bool {
        guard let name = Self.name(of: authority.lowercased()) else { return false }
        if ["localhost", "127.0.0.1", "[::1]"].contains(name) || names.contains(name) { return true }
        return acceptsAll || acceptsAddresses && Self.isAddress(name)
    }

    /// The host without its port: a forwarded port has another number. A dot at the end says that the name is complete, and
    /// the same name is meant. Nil if the text cannot be a host.
    static func name(of authority: String) -> String? {
        let isBracketed = authority.hasPrefix("[")
        let end =
            isBracketed
            ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        guard authority.utf8.allSatisfy(characters.contains), !isBracketed || end != nil else { return nil }
        let host = authority[..<(end ?? authority.endIndex)]
        let name = host.hasSuffix(".") && !isBracketed ? host.dropLast() : host
        guard !name.isEmpty else { return nil }
        let port = authority[(end ?? authority.endIndex)...]
        // A port without a digit is the usual one (RFC 3986, section 3.2.3).
        let number = port.dropFirst()
        let isPort = port.first == ":" && (number.isEmpty || number.allSatisfy(\.isNumber) && UInt16(number) != nil)
        return port.isEmpty || isPort ? String(name) : nil
    }

    private static let characters = Set("abcdefghijklmnopqrstuvwxyz0123456789.-_:[]".utf8)

    /// Whether it is an address. Unlike a name, it cannot be made to lead to another machine.
    private static func isAddress(_ name: String) -> Bool {
        if name.hasPrefix("[") {
            return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
