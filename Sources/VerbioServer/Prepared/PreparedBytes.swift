internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// The bytes of an answer that many clients get, with their tag and, made once, their compressed form.
struct PreparedBytes: Sendable {
    let bytes: ByteBuffer
    let tag: EntityTag
    /// The bytes in gzip; nil if they are few or compressed already.
    private let compressed: ByteBuffer?

    /// - Parameters:
    ///   - tag: names the bytes; nil makes it from them.
    ///   - isCompressed: whether a compressed form is worth its time.
    init(_ bytes: ByteBuffer, tag: EntityTag? = nil, isCompressed: Bool = true) {
        self.bytes = bytes
        self.tag = tag ?? EntityTag(of: bytes.readableBytesView)
        let isWorthIt = isCompressed && bytes.readableBytes >= Compression.least
        compressed = isWorthIt ? try? GzipStream().compress(bytes, isLast: true) : nil
    }

    /// The answer to a request. Its client may have the bytes already.
    ///
    /// - Parameter headers: the type of the bytes, and what else the answer says.
    func response(to request: Request, _ context: ServerContext, headers: HTTPFields) -> Response {
        var headers = headers
        headers[.eTag] = tag.text
        context.findings.note { $0.isPrepared = true }
        if tag.matches(request.headers[.ifNoneMatch]) { return Response(status: .notModified, headers: headers) }
        guard let compressed, request.method != .head, Compression.accepts(request.headers) else {
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: bytes))
        }
        headers[.vary] = "Accept-Encoding"
        headers[.contentEncoding] = "gzip"
        // Other bytes with the same meaning: the tag is a weak one.
        headers[.eTag] = "W/" + tag.text
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: compressed))
    }
}
