internal import CZlib
internal import NIOCore
internal import Plumbing

/// Compresses bytes that come in pieces (RFC 1952). One task uses it at a time.
final class GzipStream {
    /// zlib remembers the address, so it must not change.
    private let stream: UnsafeMutablePointer<z_stream>

    /// A level between speed and size, zlib's usual one.
    private static let level: Int32 = 6
    private static let piece = 16 << 10

    /// - Throws: ``Problem`` of kind `internal` if there is no memory.
    init() throws {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard verbio_gzip_begin(stream, Self.level) == Z_OK else {
            stream.deallocate()
            throw Self.failure
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    private static let failure = Problem(
        .internal, "internal.compression", "the answer cannot be compressed", cure: "see the server's log")

    /// - Parameter isLast: whether the stream ends with these bytes.
    /// - Returns: what is ready; it may be nothing while more is to come.
    func compress(_ bytes: ByteBuffer, isLast: Bool) throws -> ByteBuffer {
        var output = ByteBuffer()
        try bytes.withUnsafeReadableBytes { raw in
            // zlib only reads these bytes.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: raw.bindMemory(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = UInt32(clamping: raw.count)
            var isFull = true
            while isFull {
                var status = Z_OK
                output.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.piece) { room in
                    stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
                    stream.pointee.avail_out = UInt32(clamping: room.count)
                    status = deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    isFull = stream.pointee.avail_out == 0
                    return room.count - Int(stream.pointee.avail_out)
                }
                // Z_BUF_ERROR says that there was nothing to do.
                guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw Self.failure }
            }
        }
        return output
    }
}

@available(*, unavailable)
extension GzipStream: Sendable {}
