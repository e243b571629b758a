internal import CAssets
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The OpenAPI description of the server: `config/openapi.yaml` with the version and the address of this server.
struct DescriptionRoute: Route {
    static let name = RouteName(.get, "/openapi.yaml")
    static let access = RouteAccess.open

    private let version: String

    init(_ parts: RouteParts) { version = parts.configuration.version }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let port = context.channel.localAddress?.port
        return Response(
            status: .ok, headers: [.contentType: "application/yaml"],
            body: .init(byteBuffer: ByteBuffer(string: Self.text(version: version, port: port))))
    }

    /// - Parameter port: the port that the server listens on; nil leaves the usual one.
    static func text(version: String, port: Int?) -> String {
        var count = 0
        let start = verbio_asset_openapi(&count)
        let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        var hasVersion = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if !hasVersion, line.hasPrefix("  version: ") {
                hasVersion = true
                return "  version: \"\(version)\""
            }
            guard let port, line.hasPrefix("  - url: ") else { return String(line) }
            return "  - url: http://127.0.0.1:\(port)"
        }
        return lines.joined(separator: "\n")
    }
}
