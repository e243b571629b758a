internal import HTTPTypes
internal import Hummingbird

/// Takes from a trusted proxy how its client has called it: `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`.
///
/// Each proxy appends what it saw, so only the last entries come from a trusted one. Fields of any other sender are ignored.
struct ForwardedFields: RouterMiddleware {
    typealias Context = ServerContext

    let proxies: [AddressRange]

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        var client = context.channel.remoteAddress?.ipAddress
        if let peer = client, isTrusted(peer) {
            context.forwardedOrigin.scheme = Self.entries("X-Forwarded-Proto", of: request).last.map { $0.lowercased() }
                .flatMap { ["http", "https"].contains($0) ? $0 : nil }
            context.forwardedOrigin.authority = Self.entries("X-Forwarded-Host", of: request).last
            client = self.client(Self.entries("X-Forwarded-For", of: request), behind: peer)
        }
        context.findings.note { [client] in $0.client = client }
        return try await next(request, context)
    }

    private func isTrusted(_ address: String) -> Bool { proxies.contains { $0.contains(address) } }

    /// The last address that is no trusted proxy's; a text that is no address ends the search.
    private func client(_ entries: [String], behind peer: String) -> String {
        var client = peer
        for entry in entries.reversed() {
            guard AddressRange.isAddress(entry) else { break }
            client = entry
            guard isTrusted(entry) else { break }
        }
        return client
    }

    private static func entries(_ name: String, of request: Request) -> [String] {
        HTTPField.Name(name).map { request.headers.elements(of: $0) } ?? []
    }
}
