/// Numbers that never change, placed where the widest vectors load them from one line of the cache: an array begins in the
/// middle of one, and every load would take two.
final class AlignedFloats: @unchecked Sendable {
    // Written by the initializer alone.
    private let storage: UnsafeMutableBufferPointer<Float>

    init(_ values: [Float]) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(64, values.count * 4), alignment: 64)
        storage = bytes.bindMemory(to: Float.self)
        _ = storage.update(fromContentsOf: values)
    }

    deinit { UnsafeMutableRawBufferPointer(storage).deallocate() }

    var pointer: UnsafePointer<Float>? { UnsafePointer(storage.baseAddress) }
}
