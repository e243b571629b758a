internal import NIOCore
internal import NIOHTTP1

/// Answers HEAD without a length if that of the answer to GET is not known.
///
/// The framework gives an answer without its body the length 0, which a client would take for that of the document. Without
/// a length, the encoder would write the end of a chunked body, which the client would take for its next answer.
///
/// The handler sits behind the decoder, because only there the end of an answer can be left out.
final class HeadAnswers: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// For each request that is not answered yet, whether it is one of HEAD.
    private var requests = CircularBuffer<Bool>()
    /// Whether the current answer has no length.
    private var isOpenEnded = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { requests.append(head.method == .HEAD) }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where requests.first == true && head.headers["Content-Length"] == ["0"]:
            isOpenEnded = head.status.mayHaveResponseBody
            head.headers.remove(name: "Content-Length")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            _ = requests.popFirst()
            let end = isOpenEnded ? wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))) : data
            isOpenEnded = false
            context.write(end, promise: promise)
        default:
            context.write(data, promise: promise)
        }
    }
}

@available(*, unavailable)
extension HeadAnswers: Sendable {}
