internal import Dispatch
internal import Plumbing

/// The bytes of a source that can be read only once, for two readers: the first one reads as many as it needs, and the second one
/// reads all of them.
final class RereadBytes: Sendable {
    private struct State {
        /// What the first reader has read.
        var kept: [UInt8] = []
        /// How much of it the second reader has read.
        var offset = 0
        var firstEnded = false
        var secondEnded = false
    }

    private let base: any ByteSource
    /// The most bytes for the first reader.
    private let limit: Int
    /// One of them reads the source at a time, so that the second one continues where the first one was.
    private let turn = DispatchSemaphore(value: 1)
    private let state = Locked(State())

    init(_ base: any ByteSource, keeping limit: Int) {
        (self.base, self.limit) = (base, limit)
    }

    /// The beginning of the bytes. To cancel it leaves the source as it is.
    var first: any ByteSource { First(whole: self) }
    /// All of the bytes. Its first read ends ``first``.
    var second: any ByteSource { Second(whole: self) }

    private func readFirst(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        turn.wait()
        defer { turn.signal() }
        let isOver = state.withLock { $0.firstEnded || $0.kept.count >= limit }
        guard !isOver else { return 0 }
        let count = try base.read(into: buffer)
        state.withLock { $0.kept += buffer[..<count] }
        return count
    }

    private func readSecond(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        state.withLock { $0.firstEnded = true }
        if let count = takeKept(into: buffer) { return count }
        turn.wait()
        defer { turn.signal() }
        // The first reader may have been in a read of the source.
        if let count = takeKept(into: buffer) { return count }
        guard !state.withLock({ $0.secondEnded }) else { return 0 }
        return try base.read(into: buffer)
    }

    private func takeKept(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        state.withLock { state in
            guard !state.secondEnded else { return 0 }
            let count = min(buffer.count, state.kept.count - state.offset)
            guard count > 0 else { return nil }
            state.kept.withUnsafeBytes { bytes in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[state.offset..<state.offset + count]))
            }
            state.offset += count
            if state.offset == state.kept.count { (state.kept, state.offset) = ([], 0) }
            return count
        }
    }

    private final class First: ByteSource {
        let whole: RereadBytes
        init(whole: RereadBytes) { self.whole = whole }
        var length: Int? { nil }
        var seekableDescriptor: Int32? { nil }
        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try whole.readFirst(into: buffer) }
        func cancel() { whole.state.withLock { $0.firstEnded = true } }
    }

    private final class Second: ByteSource {
        let whole: RereadBytes
        init(whole: RereadBytes) { self.whole = whole }
        var length: Int? { nil }
        var seekableDescriptor: Int32? { nil }
        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int { try whole.readSecond(into: buffer) }
        func cancel() {
            whole.state.withLock { $0.secondEnded = true }
            whole.base.cancel()
        }
    }
}
