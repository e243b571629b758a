/// Some bytes, followed by the rest of another source.
final class PrefixedSource: ByteSource, @unchecked Sendable {
    // Only the decoding thread accesses it; `cancel` goes directly to the source below.
    private var prefix: ArraySlice<UInt8>
    private let rest: ReplaySource

    init(_ prefix: [UInt8], before rest: ReplaySource) {
        self.prefix = prefix[...]
        self.rest = rest
    }

    var length: Int? { nil }
    var seekableDescriptor: Int32? { nil }
    func cancel() {}

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !prefix.isEmpty else { return rest.read(into: buffer) }
        let count = min(buffer.count, prefix.count)
        prefix.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        prefix.removeFirst(count)
        return count
    }
}
