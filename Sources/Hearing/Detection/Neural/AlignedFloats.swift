/// Constant numbers, aligned so that each of the widest vector loads reads one cache line.
///
/// An array begins in the middle of a line, and every load would read two.
final class AlignedFloats: @unchecked Sendable {
    // Only the initializer writes it.
    private let storage: UnsafeMutableBufferPointer<Float>

    init(_ values: [Float]) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(64, values.count * 4), alignment: 64)
        storage = bytes.bindMemory(to: Float.self)
        _ = storage.update(fromContentsOf: values)
    }

    deinit { UnsafeMutableRawBufferPointer(storage).deallocate() }

    var pointer: UnsafePointer<Float>? { UnsafePointer(storage.baseAddress) }
}
