internal import CAssets
internal import FoundationEssentials
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// The OpenAPI description of the server, `config/openapi.yaml`, with the version and the address of this server.
///
/// Its bytes are kept for the addresses under which it was asked for last. Any text can be an address, so there is a limit.
/// A client that comes with many addresses gets answers that are not compressed, which cost little.
final class APIDescription: Sendable {
    enum Form: Sendable, Hashable {
        case yaml, json

        var type: String { self == .yaml ? "application/yaml" : "application/json" }
    }

    private struct Key: Hashable {
        var form: Form
        var address: String?
    }

    private struct State {
        /// The one that was used last is the last.
        var kept: [(key: Key, bytes: PreparedBytes)] = []
        var addedAt: Duration?
    }

    /// The most documents that are kept, with 300 kB each.
    private static let most = 16
    /// How soon a further one is compressed, which takes some milliseconds, if that many are kept.
    private static let interval = Duration.seconds(1)

    private let version: String
    private let isLoopback: Bool
    private let scheme: String
    private let time: TimeSource
    private let state = Locked(State())

    init(_ configuration: ServerConfiguration, time: TimeSource) {
        version = configuration.version
        isLoopback = configuration.isLoopback
        scheme = configuration.scheme
        self.time = time
    }

    func response(_ form: Form, to request: Request, _ context: ServerContext) throws -> Response {
        return try bytes(Key(form: form, address: address(for: request, context))).response(
            to: request, context, headers: [.contentType: form.type, .cacheControl: "no-cache"])
    }

    private func bytes(_ key: Key) throws -> PreparedBytes {
        let now = time.now()
        let (known, isKept) = state.withLock { state -> (PreparedBytes?, Bool) in
            if let index = state.kept.firstIndex(where: { $0.key == key }) {
                let found = state.kept.remove(at: index)
                state.kept.append(found)
                return (found.bytes, true)
            }
            let isRoom = state.kept.count < Self.most || state.addedAt.map { now - $0 >= Self.interval } ?? true
            if isRoom { state.addedAt = now }
            return (nil, isRoom)
        }
        if let known { return known }
        let made = try prepared(key, isCompressed: isKept)
        guard isKept else { return made }
        state.withLock { state in
            // Another request may have made it, too.
            state.kept.removeAll { $0.key == key }
            state.kept.append((key, made))
            if state.kept.count > Self.most { state.kept.removeFirst() }
        }
        return made
    }

    private func prepared(_ key: Key, isCompressed: Bool) throws -> PreparedBytes {
        let address = key.address ?? Self.usualAddress
        let template = try key.form == .yaml ? Self.yaml : Self.json.get()
        let tag = EntityTag(of: [template.name, version, address].joined(separator: "\n").utf8)
        return PreparedBytes(template.filled(version: version, address: address), tag: tag, isCompressed: isCompressed)
    }

    /// Where the client reaches the server; nil if that is not known.
    private func address(for request: Request, _ context: ServerContext) -> String? {
        let name = context.forwardedOrigin.authority ?? (isLoopback ? nil : request.head.authority)
        let local = context.channel.localAddress?.port.map { "127.0.0.1:\($0)" }
        return (name ?? local).map { "\(context.forwardedOrigin.scheme ?? scheme)://\($0)" }
    }

    private static let usualAddress = "http://127.0.0.1:8765"

    private static let yaml = DescriptionTemplate(yamlText)
    /// It is made once, because reading the YAML takes long.
    private static let json = Result { DescriptionTemplate(try OrderedJSON.text(yaml: yamlText)) }

    /// The description with marks for what differs from server to server.
    private static var yamlText: String {
        var count = 0
        let start = verbio_asset_openapi(&count)
        let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        var hasVersion = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if !hasVersion, line.hasPrefix("  version: ") {
                hasVersion = true
                return "  version: \"\(DescriptionTemplate.version)\""
            }
            guard line.hasPrefix("  - url: ") else { return String(line) }
            return "  - url: \"\(DescriptionTemplate.address)\""
        }
        return lines.joined(separator: "\n")
    }
}
