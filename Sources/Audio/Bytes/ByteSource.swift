/// Bytes in order, read by one thread that may block.
///
/// A class, because `cancel()` is called from another thread than the one that reads.
protocol ByteSource: AnyObject, Sendable {
    /// Waits for bytes and takes those that have arrived, up to the size of the buffer.
    ///
    /// - Returns: how many bytes were stored; 0 at the end and after ``cancel()``.
    /// - Throws: ``Problem`` if the source fails; the bytes that were read before stay valid.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// The whole length in bytes if it is known beforehand (a regular file).
    var length: Int? { get }

    /// A descriptor that can be opened again at its beginning (a regular file), for decoders that must seek.
    var seekableDescriptor: Int32? { get }

    /// From any thread: a pending read and every later read return 0.
    func cancel()
}
