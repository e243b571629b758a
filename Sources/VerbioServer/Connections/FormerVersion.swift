internal import NIOCore
internal import NIOHTTP1

/// Answers clients of HTTP/1.0 in their version: without chunks, and with the end of the connection as the end of the answer.
///
/// The handler sits behind the decoder, because the parts that follow do not know the version of a request.
final class FormerVersion: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Whether the last request was of HTTP/1.0. The connection ends after it, so no other one follows.
    private var isFormer = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0 else {
            return context.fireChannelRead(data)
        }
        isFormer = true
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isFormer, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        // Clients of HTTP/1.0 know no informational answers (RFC 9110, section 15.2).
        guard !head.status.isInformational else {
            promise?.succeed()
            return
        }
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

extension HTTPResponseStatus {
    fileprivate var isInformational: Bool { (100..<200).contains(code) }
}

@available(*, unavailable)
extension FormerVersion: Sendable {}
