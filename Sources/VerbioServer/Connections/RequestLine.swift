internal import NIOCore
internal import NIOHTTP1

/// Brings the first line of a request into the form that the following parts know, and refuses faulty framing.
///
/// A target may be a whole address: `GET http://example.com/api/health`. Then its host counts, and the field `Host` is ignored
/// (RFC 9112, section 3.2.2).
///
/// The handler sits behind the decoder, because the parts that follow take the host from the field.
final class RequestLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Whether a request was refused, so that nothing more is read.
    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard !Self.hasFaultyFraming(head) else {
            isRefused = true
            return context.fireErrorCaught(HTTPParserError.invalidConstant)
        }
        guard let (authority, target) = Self.parts(of: head.uri) else { return context.fireChannelRead(data) }
        // Two fields are a fault, whatever the target.
        if head.headers["Host"].count <= 1 { head.headers.replaceOrAdd(name: "Host", value: String(authority)) }
        head.uri = target
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// HTTP/1.0 has no chunks: the framing of the request is faulty (RFC 9112, section 6.1).
    private static func hasFaultyFraming(_ head: HTTPRequestHead) -> Bool {
        head.version.major == 1 && head.version.minor == 0 && head.headers.contains(name: "Transfer-Encoding")
    }

    /// The host of a whole address, and its path with the query; nil for any other target.
    private static func parts(of target: String) -> (authority: Substring, target: String)? {
        // Nearly every target is a path.
        guard target.utf8.first != UInt8(ascii: "/") else { return nil }
        guard let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) else {
            return nil
        }
        let rest = target.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        let path = rest[end...]
        return (rest[..<end], path.hasPrefix("/") ? String(path) : "/" + path)
    }
}

@available(*, unavailable)
extension RequestLine: Sendable {}
