internal import HTTPTypes
internal import Hummingbird

/// Takes from a trusted proxy how its client has called it: `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`.
struct ForwardedFields: RouterMiddleware {
    typealias Context = ServerContext

    let proxies: TrustedProxies

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let peer = context.channel.remoteAddress?.ipAddress
        if let peer, proxies.contains(peer) {
            let fields = request.headers
            context.forwardedOrigin.scheme = TrustedProxies.entries("X-Forwarded-Proto", of: fields).last
                .map { $0.lowercased() }.flatMap { ["http", "https"].contains($0) ? $0 : nil }
            context.forwardedOrigin.authority = TrustedProxies.entries("X-Forwarded-Host", of: fields).last
        }
        let client = proxies.client(of: request.headers, peer: peer)
        context.findings.note { $0.client = client }
        return try await next(request, context)
    }
}
