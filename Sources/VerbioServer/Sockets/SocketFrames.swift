internal import NIOCore
internal import NIOWebSocket

/// The protocol of a WebSocket above its frames (RFC 6455): joins fragments, answers pings, checks what a client may
/// send, and closes properly.
///
/// NIO encodes and decodes the frames. This handler is the last one: the HTTP handlers behind it see nothing more.
final class SocketFrames: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = Never
    typealias OutboundOut = WebSocketFrame

    private enum State {
        case open
        /// This side has sent its close frame and waits for the other's.
        case closing
        case closed
    }

    /// How many frames without content a client may send within the patience. It has no use for so many pings.
    private static let mostIdle = 1_000

    private let inbox: SocketInbox
    private let limits: SocketLimits
    private var state = State.open
    /// The message whose fragments are coming.
    private var partial: (opcode: WebSocketOpcode, data: ByteBuffer)?
    private var check = UTF8Check()
    /// Frames without content since the client's life was checked.
    private var idleFrames = 0
    private var isFlushPending = false
    private var context: ChannelHandlerContext?
    private var isReadPending = false
    private var isSilent = false
    private var timer: RepeatedTask?

    init(inbox: SocketInbox, limits: SocketLimits) {
        self.inbox = inbox
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let patience = TimeAmount(limits.patience)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: patience, delay: patience) { _ in
            bound.value.checkLife()
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        state = .closed
        timer?.cancel()
        timer = nil
        inbox.end()
        context = nil
    }

    // MARK: Receiving

    func read(context: ChannelHandlerContext) {
        // Bytes after the close frame are discarded, so that the connection can be closed without a reset.
        if state != .open || inbox.mayRead() {
            context.read()
        } else {
            isReadPending = true
        }
    }

    /// There is room again for what the client sends.
    func readOn() {
        guard isReadPending else { return }
        isReadPending = false
        context?.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state != .closed else { return }
        if state == .open { isSilent = false }
        let frame = unwrapInboundIn(data)
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return fail(.protocolError) }
        if frame.opcode.isControlOpcode || frame.data.readableBytes == 0 { idleFrames += 1 }
        guard idleFrames <= Self.mostIdle || frame.opcode == .connectionClose else {
            if state == .open { cutOff(.policy, reason: "") }
            return
        }
        switch frame.opcode {
        case .connectionClose: closed(by: frame)
        case _ where state == .closing: break
        case .ping: pong(frame)
        case .pong: break
        case .text, .binary: begin(frame)
        case .continuation: carryOn(frame)
        default: fail(.protocolError)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? NIOWebSocketError else { return context.fireErrorCaught(error) }
        fail(error == .invalidFrameLength ? .tooLarge : .protocolError)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent {
            // Without a close frame: the client has disconnected.
            end()
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func begin(_ frame: WebSocketFrame) {
        guard partial == nil else { return fail(.protocolError) }
        guard !frame.fin else { return receive(frame.opcode, frame.unmaskedData) }
        check = UTF8Check()
        let data = frame.unmaskedData
        guard isPossible(frame.opcode, data) else { return fail(.notText) }
        partial = (frame.opcode, data)
    }

    private func carryOn(_ frame: WebSocketFrame) {
        guard var message = partial else { return fail(.protocolError) }
        partial = nil
        var data = frame.unmaskedData
        guard message.data.readableBytes + data.readableBytes <= limits.message else { return fail(.tooLarge) }
        guard isPossible(message.opcode, data) else { return fail(.notText) }
        message.data.writeBuffer(&data)
        if frame.fin { receive(message.opcode, message.data) } else { partial = message }
    }

    /// Whether a part can belong to its message. A text that is none is refused before its last part has come.
    private func isPossible(_ opcode: WebSocketOpcode, _ part: ByteBuffer) -> Bool {
        opcode != .text || check.accepts(part.readableBytesView)
    }

    private func receive(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        if opcode == .binary { return inbox.put(.binary(Array(data.readableBytesView))) }
        guard let text = String(validating: data.readableBytesView, as: UTF8.self) else { return fail(.notText) }
        inbox.put(.text(text))
    }

    // MARK: Sending

    /// - Returns: succeeds when the system has taken the bytes; nil if the socket is closed or is being closed.
    func send(_ frame: WebSocketFrame) -> EventLoopFuture<Void>? {
        guard state == .open, let context else { return nil }
        return context.writeAndFlush(wrapOutboundOut(frame))
    }

    /// Answers a ping. The pongs for all pings that came together are sent together.
    private func pong(_ frame: WebSocketFrame) {
        // A client that pings and reads nothing gets no pongs, so that they do not pile up.
        guard let context, context.channel.isWritable else { return }
        context.write(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
        isFlushPending = true
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isFlushPending { context.flush() }
        isFlushPending = false
        context.fireChannelReadComplete()
    }

    private func checkLife() {
        idleFrames = 0
        guard let context else { return }
        // Nothing is read while the route takes nothing, so the client's silence says nothing about it. After a close
        // frame, further data of the client does not count as activity. Otherwise a client that reads nothing would
        // keep the connection and its route forever.
        guard state != .open || !isReadPending else { return }
        if isSilent {
            end()
            return context.close(promise: nil)
        }
        isSilent = true
        guard state == .open else { return }
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
    }

    // MARK: Closing

    /// Sends a close frame.
    ///
    /// - Returns: succeeds when the system has taken it; nil if one was sent or received before.
    func close(_ code: SocketCloseCode, reason: String) -> EventLoopFuture<Void>? {
        guard state == .open, let context else { return nil }
        state = .closing
        isSilent = false
        inbox.end()
        readOn()
        var data = ByteBuffer(integer: code.rawValue)
        data.writeString(Self.cut(reason))
        return context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)))
    }

    /// Sends a close frame and soon closes the connection, whether or not the other side takes the frame.
    func cutOff(_ code: SocketCloseCode, reason: String) {
        _ = close(code, reason: reason)
        guard let channel = context?.channel else { return }
        channel.eventLoop.scheduleTask(in: Self.cutOffDelay) { channel.close(promise: nil) }
    }

    /// How long a close frame may take to leave when the connection is cut off.
    private static let cutOffDelay = TimeAmount.seconds(1)

    /// A control frame has at most 125 bytes, two of them for the code.
    private static func cut(_ reason: String) -> String {
        var reason = reason
        while reason.utf8.count > 123 { reason.removeLast() }
        return reason
    }

    private func fail(_ code: SocketCloseCode) {
        partial = nil
        if code == .tooLarge, state == .open, let notice = limits.notice, let context {
            let frame = WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: notice))
            context.write(wrapOutboundOut(frame), promise: nil)
        }
        _ = close(code, reason: "")
    }

    /// The other side closes: its code is sent back, and nothing after it counts.
    private func closed(by frame: WebSocketFrame) {
        guard let context else { return }
        var data = frame.unmaskedData
        var answer = ByteBuffer()
        if data.readableBytes > 0 {
            guard let code = data.readInteger(as: UInt16.self).map(SocketCloseCode.init(rawValue:)), code.isSendable
            else {
                return fail(.protocolError)
            }
            guard String(validating: data.readableBytesView, as: UTF8.self) != nil else { return fail(.notText) }
            answer.writeInteger(code.rawValue)
        }
        let isAnswer = state == .closing
        state = .closed
        inbox.end()
        readOn()
        guard !isAnswer else { return }
        context.writeAndFlush(
            wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: answer)), promise: nil)
    }
}

@available(*, unavailable)
extension SocketFrames: Sendable {}
