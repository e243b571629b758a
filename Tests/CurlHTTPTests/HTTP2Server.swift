import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Plumbing
import Testing

/// A server on loopback that speaks HTTP/2 over TLS.
///
/// * `/echo` sends the body back;
/// * `/hang` answers nothing;
/// * `/reset` ends the stream with an error, and `/cut` does so in the middle of the answer;
/// * `/refuse` ends the stream with the error that says that the request was not processed;
/// * `/once` is answered once on a connection; the second request closes it.
final class HTTP2Server: Sendable {
    struct Event: Sendable, Hashable {
        enum Kind: Sendable { case arrived, closed }
        var kind: Kind
        var path: String
    }

    let port: Int
    /// What happens to streams.
    let events: AsyncStream<Event>
    private let accepted: Locked<[any Channel]>

    var connections: Int { accepted.withLock { $0.count } }

    func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

    static func run(tls: NIOSSLContext, _ body: (HTTP2Server) async throws -> Void) async throws {
        let accepted = Locked<[any Channel]>([])
        let (events, happen) = AsyncStream.makeStream(of: Event.self)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                accepted.withLock { $0.append(channel) }
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    _ = try pipeline.configureHTTP2Pipeline(
                        mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
                    ) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandler(StreamHandler(happen))
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = HTTP2Server(port: listener.localAddress?.port ?? 0, events: events, accepted: accepted)
        do { try await body(server) } catch { Issue.record(error) }
        for channel in [listener] + accepted.withLock({ $0 }) { channel.close(promise: nil) }
    }

    private init(port: Int, events: AsyncStream<Event>, accepted: Locked<[any Channel]>) {
        self.port = port
        self.events = events
        self.accepted = accepted
    }

    private final class StreamHandler: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame.FramePayload
        typealias OutboundOut = HTTP2Frame.FramePayload

        private let happen: AsyncStream<Event>.Continuation
        private var path = ""
        private var body = ByteBuffer()

        init(_ happen: AsyncStream<Event>.Continuation) { self.happen = happen }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .headers(let headers):
                path = headers.headers.first(name: ":path") ?? ""
                if headers.endStream { answer(context) }
            case .data(let data):
                if case .byteBuffer(var bytes) = data.data { body.writeBuffer(&bytes) }
                if data.endStream { answer(context) }
            default: break
            }
        }

        func channelInactive(context: ChannelHandlerContext) { happen.yield(Event(kind: .closed, path: path)) }

        private func streamNumber(_ context: ChannelHandlerContext) -> Int {
            let number = try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
            return number.map { Int($0) } ?? 0
        }

        private func answer(_ context: ChannelHandlerContext) {
            happen.yield(Event(kind: .arrived, path: path))
            if path == "/hang" { return }
            if path == "/reset" || path == "/refuse" {
                let code = path == "/reset" ? HTTP2ErrorCode.internalError : .refusedStream
                return context.writeAndFlush(wrapOutboundOut(.rstStream(code)), promise: nil)
            }
            // The client's streams have the odd numbers.
            if path == "/once", context.channel.parent != nil, streamNumber(context) > 1 {
                context.channel.parent?.close(promise: nil)
                return
            }
            let head = HPACKHeaders([(":status", "200"), ("x-path", path), ("set-cookie", "a"), ("set-cookie", "b")])
            context.write(wrapOutboundOut(.headers(.init(headers: head))), promise: nil)
            context.writeAndFlush(
                wrapOutboundOut(.data(.init(data: .byteBuffer(body), endStream: path != "/cut"))), promise: nil)
            if path == "/cut" { context.close(promise: nil) }
        }
    }
}
