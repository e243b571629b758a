internal import Dispatch
internal import Plumbing

/// Writes the bytes of a source to a child process on a thread of its own.
final class ConverterFeeder: @unchecked Sendable {
    // From the start on only the feeding thread reads `source`; its base may be cancelled from any thread.
    private let source: ReplaySource
    private let child: ChildProcess
    private let done = DispatchSemaphore(value: 0)
    private let finished = Locked(false)
    private let sawCut = Locked(false)
    private let isOgg: Bool

    /// - Parameter isOgg: whether the bytes are pages, whose end can be seen.
    init(_ source: ReplaySource, to child: ChildProcess, isOgg: Bool) {
        self.isOgg = isOgg
        self.source = source
        self.child = child
        source.forget()
        DispatchQueue(label: "verbio.audio.feeder", qos: .userInitiated).async { self.feed() }
    }

    /// Whether the program has been given everything there is.
    var isFinished: Bool { finished.withLock { $0 } }

    /// Whether all bytes were given and lack the last page of an Ogg stream; ffmpeg says nothing about that.
    var isCutShort: Bool { sawCut.withLock { $0 } }

    /// Ends the feeding, where it has not ended by itself, and waits for that.
    func stop() {
        source.base.cancel()
        done.wait()
        // For whoever stops it again.
        done.signal()
    }

    private func feed() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var pages = OggEndWatch()
        var isWhole = true
        while isWhole, case let count = source.read(into: buffer), count > 0 {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if isOgg { pages.hear(bytes) }
            isWhole = child.write(bytes)
        }
        let isCut = isWhole && pages.isCutShort
        sawCut.withLock { $0 = isCut }
        child.closeInput()
        finished.withLock { $0 = true }
        done.signal()
    }
}
