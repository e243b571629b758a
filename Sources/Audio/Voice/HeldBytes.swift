/// Bytes that are all available.
final class HeldBytes: ByteSource, @unchecked Sendable {
    // Only one thread reads. Reads never wait, so there is nothing to cancel.
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var length: Int? { nil }
    var seekableDescriptor: Int32? { nil }
    func cancel() {}

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
