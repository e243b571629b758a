internal import NIOCore

/// Refuses a connection whose first request begins with a blank. The decoder would take that for an unknown method.
///
/// The handler sits before the decoder, because only there the bytes can be seen.
final class RequestBeginning: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// A blank or a tab stands before the method.
    struct Blank: Error {}

    private enum State {
        case expected, right, refused
    }

    private var state = State.expected

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if state == .expected {
            let first = unwrapInboundIn(data).readableBytesView.first
            state = first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") ? .refused : .right
            if state == .refused { return context.fireErrorCaught(Blank()) }
        }
        if state == .right { context.fireChannelRead(data) }
    }
}

@available(*, unavailable)
extension RequestBeginning: Sendable {}
