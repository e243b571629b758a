internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Writes the body of an answer in compressed form.
struct GzipWriter: ResponseBodyWriter {
    private var inner: any ResponseBodyWriter
    private let stream: GzipStream

    init(_ inner: any ResponseBodyWriter) throws {
        self.inner = inner
        stream = try GzipStream()
    }

    @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
        let compressed = try stream.compress(buffer, isLast: false)
        if compressed.readableBytes > 0 { try await inner.write(compressed) }
    }

    @concurrent consuming func finish(_ trailers: HTTPFields?) async throws {
        try await inner.write(try stream.compress(ByteBuffer(), isLast: true))
        try await inner.finish(trailers)
    }
}

/// Keeps the bytes of a body.
struct BodyCollector: ResponseBodyWriter {
    final class Bytes {
        var buffer = ByteBuffer()
    }

    let bytes: Bytes

    func write(_ buffer: ByteBuffer) { bytes.buffer.writeImmutableBuffer(buffer) }

    func finish(_ trailers: HTTPFields?) {}
}
