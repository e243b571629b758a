internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
package import NIOSSL
internal import NIOWebSocket
internal import Plumbing

/// A WebSocket server on this machine, for tests of clients.
package struct SocketStandIn: Sendable {
    /// What a client has sent.
    package enum Message: Sendable, Hashable {
        case text(String)
        case binary([UInt8])
        case pong([UInt8])
        case close(Int)
    }

    /// One socket from the side of the server.
    package final class Peer: Sendable {
        /// The path and the query of the opening request, and its fields in lower case.
        package let target: String
        package let fields: [String: String]
        private let outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>
        private let received: BoundedChannel<Message>

        init(
            _ target: String, _ fields: [String: String], _ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
            _ received: BoundedChannel<Message>
        ) {
            (self.target, self.fields, self.outbound, self.received) = (target, fields, outbound, received)
        }

        /// The next message; nil when the client has disconnected.
        package func next() async throws -> Message? { try await received.next() }

        /// Sends a text in one frame.
        package func send(_ text: String) async throws {
            try await write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)))
        }

        /// Sends a text in fragments of so many bytes.
        package func send(_ text: String, inPiecesOf size: Int) async throws {
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                let end = min(start + size, bytes.count)
                try await write(
                    WebSocketFrame(
                        fin: end == bytes.count, opcode: start == 0 ? .text : .continuation,
                        data: ByteBuffer(bytes: bytes[start..<end])))
            }
        }

        /// Sends a ping; the client's pong is a message.
        package func ping(_ bytes: [UInt8]) async throws {
            try await write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer(bytes: bytes)))
        }

        /// Sends a close frame. The connection stays until the client or the talk ends it.
        package func close(_ code: UInt16, _ reason: String = "") async throws {
            var data = ByteBuffer(integer: code)
            data.writeString(reason)
            try await write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
        }

        private func write(_ frame: WebSocketFrame) async throws { try await outbound.write(frame) }
    }

    /// Serves while a test runs.
    ///
    /// - Parameters:
    ///   - refusal: the status and the body with which opening requests are refused; nil opens sockets.
    ///   - tls: the context if the server speaks TLS.
    ///   - talk: the side of the server. The connection ends when it returns.
    ///   - body: gets the server's port.
    @discardableResult
    package static func serving<Result: Sendable>(
        refusing refusal: (status: Int, body: String)? = nil, tls: NIOSSLContext? = nil,
        _ talk: @escaping @Sendable (Peer) async throws -> Void, while body: @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try configure(channel, refusal, tls) }
            }
        return try await server.executeThenClose { inbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await withThrowingDiscardingTaskGroup { connections in
                        for try await opening in inbound {
                            connections.addTask { try? await serve(opening, talk) }
                        }
                    }
                }
                defer { group.cancelAll() }
                return try await body(server.channel.localAddress?.port ?? 0)
            }
        }
    }

    private typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    private struct Opened: Sendable {
        var frames: Frames?
        var target = ""
        var fields: [String: String] = [:]
    }

    private static func configure(
        _ channel: any Channel, _ refusal: (status: Int, body: String)?, _ tls: NIOSSLContext?
    ) throws -> EventLoopFuture<Opened> {
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
        let upgrader = NIOTypedWebSocketServerUpgrader<Opened>(
            maxFrameSize: 1 << 20,
            shouldUpgrade: { channel, _ in
                channel.eventLoop.makeSucceededFuture(refusal == nil ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, head in
                channel.eventLoop.makeCompletedFuture {
                    let fields = head.headers.map { ($0.name.lowercased(), $0.value) }
                    return Opened(
                        frames: try Frames(wrappingChannelSynchronously: channel), target: head.uri,
                        fields: Dictionary(fields) { one, _ in one })
                }
            })
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration(upgraders: [upgrader]) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Refuser(refusal ?? (400, "")))
                return Opened()
            }
        }
        return try pipeline.configureUpgradableHTTPServerPipeline(configuration: .init(upgradeConfiguration: upgrade))
    }

    private static func serve(
        _ opening: EventLoopFuture<Opened>, _ talk: @escaping @Sendable (Peer) async throws -> Void
    ) async throws {
        let opened = try await opening.get()
        guard let frames = opened.frames else { return }
        try await frames.executeThenClose { inbound, outbound in
            let received = BoundedChannel<Message>(capacity: 4_096)
            let peer = Peer(opened.target, opened.fields, outbound, received)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { received.finish() }
                    for try await frame in inbound { try await received.send(message(frame)) }
                }
                defer { group.cancelAll() }
                try await talk(peer)
            }
        }
    }

    private static func message(_ frame: WebSocketFrame) -> Message {
        var data = frame.unmaskedData
        return switch frame.opcode {
        case .text: .text(String(buffer: data))
        case .connectionClose: .close(Int(data.readInteger(as: UInt16.self) ?? 0))
        case .pong: .pong(Array(data.readableBytesView))
        default: .binary(Array(data.readableBytesView))
        }
    }

    /// Answers a request with a status and a text, and closes the connection.
    private final class Refuser: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let refusal: (status: Int, body: String)

        init(_ refusal: (status: Int, body: String)) { self.refusal = refusal }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let head = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: refusal.status),
                headers: ["Content-Length": String(refusal.body.utf8.count), "Content-Type": "application/json"])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: refusal.body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
