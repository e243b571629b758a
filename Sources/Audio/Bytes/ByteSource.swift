/// Bytes in order, read by one thread that may block.
///
/// A class, because `cancel()` comes from another thread than the one that reads.
protocol ByteSource: AnyObject, Sendable {
    /// Waits for bytes and takes what has arrived, up to the size of the buffer.
    ///
    /// - Returns: how many bytes were stored; 0 at the end and after ``cancel()``.
    /// - Throws: ``Problem`` where the source fails; what was read before stays valid.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// The whole length in bytes where it is known beforehand (a regular file).
    var length: Int? { get }

    /// A descriptor that can be opened again at its beginning (a regular file), for decoders that must seek.
    var seekableDescriptor: Int32? { get }

    /// From any thread: a pending and every later read returns 0.
    func cancel()
}
