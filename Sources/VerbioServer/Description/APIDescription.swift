internal import CAssets
internal import FoundationEssentials
internal import Hummingbird

/// The OpenAPI description of the server, `config/openapi.yaml`, with the version and the address of this server.
struct APIDescription: Sendable {
    private let version: String
    private let isLoopback: Bool
    private let scheme: String

    init(_ configuration: ServerConfiguration) {
        version = configuration.version
        isLoopback = configuration.isLoopback
        scheme = configuration.scheme
    }

    func yaml(for request: Request, _ context: ServerContext) -> String {
        Self.yaml(version: version, address: address(for: request, context))
    }

    func json(for request: Request, _ context: ServerContext) throws -> String {
        let address = address(for: request, context)
        return try Self.template.get()
            .replacing(Self.versionMark, with: OrderedJSON.quoted(version).dropFirst().dropLast())
            .replacing(
                Self.addressMark, with: OrderedJSON.quoted(address ?? Self.usualAddress).dropFirst().dropLast())
    }

    /// Where the client reaches the server; nil if that is not known.
    private func address(for request: Request, _ context: ServerContext) -> String? {
        let name = context.forwardedOrigin.authority ?? (isLoopback ? nil : request.head.authority)
        let local = context.channel.localAddress?.port.map { "127.0.0.1:\($0)" }
        return (name ?? local).map { "\(context.forwardedOrigin.scheme ?? scheme)://\($0)" }
    }

    private static let usualAddress = "http://127.0.0.1:8765"
    private static let versionMark = "@version@"
    private static let addressMark = "@address@"

    /// The JSON with marks for what differs from server to server. It is made once, because reading the YAML takes long.
    private static let template = Result {
        try OrderedJSON.text(yaml: yaml(version: versionMark, address: addressMark))
    }

    /// - Parameter address: where clients reach the server; nil leaves the usual address.
    private static func yaml(version: String, address: String?) -> String {
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
            return "  - url: \"\(address)\""
        }
        return lines.joined(separator: "\n")
    }
}
