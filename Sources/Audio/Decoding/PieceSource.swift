internal import Plumbing

/// The bytes of one of several recordings that were joined end to end.
///
/// It ends where the next recording begins, and the source behind it is then at that place. One thread at a time reads.
final class PieceSource: ByteSource, @unchecked Sendable {
    private let whole: ReplaySource
    private let begin: Int
    private var boundary: RecordingBoundary
    /// Bytes that have come, and how many of them may be handed out.
    private var waiting: [UInt8] = []
    private var released = 0
    private var isOver = false
    private var ended = false

    /// - Parameter whole: at the beginning of the recording.
    init(_ whole: ReplaySource, _ boundary: RecordingBoundary) {
        (self.whole, self.boundary, begin) = (whole, boundary, whole.position)
    }

    var length: Int? { whole.base.length }
    var seekableDescriptor: Int32? { nil }

    /// The bytes of the recording that have come.
    var count: Int { whole.position - begin - (waiting.count - released) }

    /// Bytes behind the recording that are neither of it nor of another one.
    var foreignBytes: Int { boundary.foreignBytes }

    func cancel() { whole.base.cancel() }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while released == 0 {
            guard !isOver, !ended else { return 0 }
            fill()
        }
        let count = min(released, buffer.count)
        waiting.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        waiting.removeFirst(count)
        released -= count
        return count
    }

    /// Reads on to the end of the recording.
    ///
    /// - Returns: where the next one begins; nil if there is none.
    func drain() -> Int? {
        while !isOver, !ended {
            waiting.removeFirst(released)
            released = 0
            fill()
        }
        return isOver ? whole.position : nil
    }

    private func fill() {
        let bytes = whole.read(upTo: 64 << 10)
        waiting += bytes
        guard !bytes.isEmpty else {
            boundary.finish(with: waiting.count - released)
            (ended, released) = (true, waiting.count)
            return
        }
        let (inside, isOver) = boundary.scan(waiting[released...])
        released += inside
        guard isOver else { return }
        self.isOver = true
        _ = whole.seek(to: whole.position - (waiting.count - released))
        waiting.removeLast(waiting.count - released)
    }
}
