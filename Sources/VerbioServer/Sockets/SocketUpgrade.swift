internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOSSL
internal import NIOWebSocket

/// Lets an ordinary route turn its connection into a WebSocket.
///
/// NIO's own upgrade looks at the first request of a connection only, and decides before any route. Here a request for an
/// upgrade passes through the middleware to its route like any other. If the route answers with 101, the frames' handlers are
/// put before those of HTTP. If it answers otherwise, that answer is the connection's last, because NIO's decoder of HTTP
/// stops at a request for an upgrade.
///
/// The handler sits between the HTTP codec and ``ConnectionGuard``.
final class SocketUpgrade: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long what the client still sends is thrown away after the closing handshake.
    private static let linger = TimeAmount.seconds(2)

    private enum State {
        case http
        /// A client has asked for an upgrade, and the route has not answered yet.
        case asked
        case open
        case ended
    }

    private var state = State.http
    /// The end of the request for the upgrade. If it were passed on, the guard would take the request for complete and keep
    /// the connection.
    private var heldEnd: NIOAny?
    private var offer: (limits: SocketLimits, opened: EventLoopPromise<Socket>)?

    /// Prepares the upgrade that the next answer with 101 makes.
    ///
    /// - Returns: the socket, when that answer has been written.
    func offer(_ limits: SocketLimits, on loop: any EventLoop) -> EventLoopFuture<Socket> {
        let opened = loop.makePromise(of: Socket.self)
        guard state == .asked else {
            opened.fail(Socket.Ended())
            return opened.futureResult
        }
        offer = (limits, opened)
        return opened.futureResult
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request) where state == .http && SocketHandshake.isAsked(by: request):
            state = .asked
            context.fireChannelRead(data)
        case .head(var request) where state == .http && request.headerFields[.upgrade] != nil:
            // A server may ignore the offer of another protocol, such as HTTP/2. The decoder stops behind the request all the same.
            request.headerFields[.connection] = "close"
            context.fireChannelRead(wrapInboundOut(.head(request)))
        case .end where state == .asked:
            heldEnd = data
        default:
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch (state, unwrapOutboundIn(data)) {
        case (.asked, .head(let response)) where response.status.code == 101:
            context.writeAndFlush(data, promise: promise)
            open(context)
        case (.asked, .end):
            context.write(data, promise: promise)
            passEnd(context)
        case (.open, .end):
            close(context)
            promise?.succeed()
        case (.open, _), (.ended, _):
            promise?.succeed()
        default:
            context.write(data, promise: promise)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        abandon()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { abandon() }

    private func abandon() {
        offer?.opened.fail(Socket.Ended())
        offer = nil
    }

    private func open(_ context: ChannelHandlerContext) {
        guard let offer else { return context.close(promise: nil) }
        self.offer = nil
        state = .open
        let inbox = SocketInbox(limit: offer.limits.waiting)
        let frames = SocketFrames(inbox: inbox, limits: offer.limits)
        let pipeline = context.pipeline.syncOperations
        // The frames are in what TLS protects.
        let tls = try? pipeline.handler(type: NIOSSLServerHandler.self)
        do {
            try pipeline.addHandlers(
                [
                    WebSocketFrameEncoder(),
                    ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: offer.limits.message)), frames,
                ], position: tls.map { .after($0) } ?? .first)
        } catch {
            offer.opened.fail(error)
            return context.close(promise: nil)
        }
        offer.opened.succeed(
            Socket(inbox: inbox, frames: NIOLoopBound(frames, eventLoop: context.eventLoop), channel: context.channel))
    }

    private func passEnd(_ context: ChannelHandlerContext) {
        abandon()
        guard let end = heldEnd else { return }
        heldEnd = nil
        context.fireChannelRead(end)
        context.fireChannelReadComplete()
    }

    /// The route has ended. Its side of the connection is closed; closing both at once would reset the connection, and the
    /// client might lose the close frame.
    private func close(_ context: ChannelHandlerContext) {
        state = .ended
        let channel = context.channel
        context.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: Self.linger) { channel.close(promise: nil) }
        passEnd(context)
        context.read()
    }
}

@available(*, unavailable)
extension SocketUpgrade: Sendable {}
