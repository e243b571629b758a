internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// A message of the server, joined from its fragments.
package enum SocketMessage: Sendable, Hashable {
    /// UTF-8.
    case text([UInt8])
    case binary([UInt8])
}

/// Sends the messages of one socket. Tasks may send at the same time; each message stays whole.
package struct SocketSender: Sendable {
    private let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>

    init(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) { self.outbound = outbound }

    /// Waits while the server takes nothing.
    package func send(text: String) async throws { try await send(.text, ByteBuffer(string: text)) }

    /// Waits while the server takes nothing.
    package func send(binary bytes: [UInt8]) async throws { try await send(.binary, ByteBuffer(bytes: bytes)) }

    func pong(_ data: ByteBuffer) async throws { try await send(.pong, data) }

    func close(_ code: UInt16 = 1_000) async throws {
        try await send(.connectionClose, ByteBuffer(integer: code))
    }

    private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) async throws {
        try await outbound.write(WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data))
    }
}

/// Why a socket was not opened, or ended early.
package struct SocketFailure: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The server answered the opening request with a status; the message is the beginning of its body.
        case refused(status: Int)
        case unreachable
        case certificate
        case timeout
        /// The connection ended without the closing handshake, or the protocol was broken.
        case broken
        /// The server closed the socket with a code that is no good end; the message is its reason.
        case closed(code: Int)
        case badURL
    }

    package var kind: Kind
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// The parts of a `ws://` or `wss://` URL.
struct SocketAddress: Sendable, Hashable {
    let isSecure: Bool
    let host: String
    let port: Int
    /// The path and the query.
    let target: String
    /// The host and the port, as the server knows them.
    let authority: String

    /// - Throws: ``SocketFailure`` of kind `badURL`.
    init(_ url: String) throws(SocketFailure) {
        let fault = SocketFailure(.badURL, "the address is no ws:// or wss:// URL")
        guard let scheme = ["wss://", "ws://"].first(where: { url.lowercased().hasPrefix($0) }) else { throw fault }
        isSecure = scheme == "wss://"
        let rest = url.dropFirst(scheme.count)
        authority = String(rest.prefix { $0 != "/" && $0 != "?" })
        let target = rest.dropFirst(authority.count)
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
        let numbers = authority.hasPrefix("[")
        let name = numbers ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        let port = authority.dropFirst(name.count + (numbers ? 2 : 0))
        guard !name.isEmpty else { throw fault }
        host = String(name)
        guard !port.isEmpty else {
            self.port = isSecure ? 443 : 80
            return
        }
        guard port.first == ":", let number = UInt16(port.dropFirst()), number > 0 else { throw fault }
        self.port = Int(number)
    }

    /// The name that the server's certificate must have; nil for an address in numbers.
    var nameForTLS: String? {
        let isAddress = host.contains(":") || host.split(separator: ".").allSatisfy { UInt8($0) != nil }
        return isAddress ? nil : host
    }
}

/// Reads the answer to an opening request that was refused.
final class RefusalReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    /// Bytes of the body that are worth reading.
    private static let longestBody = 16 << 10

    private let promise: EventLoopPromise<(Int, [UInt8])>
    private var status = 0
    private var body: [UInt8] = []

    init(_ promise: EventLoopPromise<(Int, [UInt8])>) { self.promise = promise }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): status = Int(head.status.code)
        case .body(let bytes): body += bytes.readableBytesView.prefix(max(0, Self.longestBody - body.count))
        case .end: finish(context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish(context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { finish(context) }

    private func finish(_ context: ChannelHandlerContext) {
        promise.succeed((status, body))
        context.close(promise: nil)
    }
}
