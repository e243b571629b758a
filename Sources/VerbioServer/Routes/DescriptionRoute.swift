internal import CAssets
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The OpenAPI description of the server: `config/openapi.yaml` with the version and the address of this server.
struct DescriptionRoute: Route {
    static let name = RouteName(.get, "/openapi.yaml")
    static let access = RouteAccess.open

    private let version: String
    private let isLoopback: Bool

    init(_ parts: RouteParts) {
        version = parts.configuration.version
        isLoopback = parts.configuration.isLoopback
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let name = context.called.authority ?? (isLoopback ? nil : request.head.authority)
        let local = context.channel.localAddress?.port.map { "127.0.0.1:\($0)" }
        let address = (name ?? local).map { "\(context.called.scheme ?? "http")://\($0)" }
        return Response(
            status: .ok, headers: [.contentType: "application/yaml"],
            body: .init(byteBuffer: ByteBuffer(string: Self.text(version: version, address: address))))
    }

    /// - Parameter address: where clients reach the server; nil leaves the usual address.
    private static func text(version: String, address: String?) -> String {
        var count = 0
        let start = verbio_asset_openapi(&count)
        let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        var hasVersion = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if !hasVersion, line.hasPrefix("  version: ") {
                hasVersion = true
                return "  version: \"\(version)\""
            }
            guard let address, line.hasPrefix("  - url: ") else { return String(line) }
            return "  - url: \(address)"
        }
        return lines.joined(separator: "\n")
    }
}
