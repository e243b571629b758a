import Crypto
import Foundation
import NIOCore
import NIOPosix
import Testing

/// A server that opens each socket and sends its first bytes in the same piece.
enum EagerServer {
    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let first: [UInt8]
        private var request = ""

        init(first: [UInt8]) { self.first = first }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !request.hasSuffix("\r\n\r\n") else { return }
            request += String(buffer: unwrapInboundIn(data))
            guard request.hasSuffix("\r\n\r\n") else { return }
            let key = request.firstMatch(of: /Sec-WebSocket-Key: ([^\r]+)/.ignoresCase()).map { String($0.1) } ?? ""
            // The constant of RFC 6455, section 1.3.
            let hash = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
            let head = [
                "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Accept: \(Data(hash).base64EncodedString())", "", "",
            ]
            var answer = ByteBuffer(string: head.joined(separator: "\r\n"))
            answer.writeBytes(first)
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
    }

    /// - Parameters:
    ///   - first: frames.
    ///   - body: gets the server's port.
    static func serving(_ first: [UInt8], while body: (Int) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(first: first))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(try #require(server.localAddress?.port)) } catch {
            try? await server.close()
            throw error
        }
        try await server.close()
    }
}
