internal import Dispatch
internal import Plumbing

/// Writes the bytes of a source to a child process on its own thread.
final class ConverterFeeder: @unchecked Sendable {
    // From the start on only the feeding thread reads `source`; its base may be cancelled from any thread.
    private let source: ReplaySource
    private let child: ChildProcess
    private let done = DispatchSemaphore(value: 0)
    private let finished = Locked(false)
    private let sawCut = Locked(false)
    private let lost = Locked<[(at: Double, seconds: Double)]>([])
    private let foreign = Locked(0)
    private let name: String?

    /// - Parameter name: the kind that was detected. For Ogg the last pages are checked, and for WavPack the tags after
    ///   the audio are left out.
    init(_ source: ReplaySource, to child: ChildProcess, name: String?) {
        self.name = name
        self.source = source
        self.child = child
        source.forget()
        DispatchQueue(label: "verbio.audio.feeder", qos: .userInitiated).async { self.feed() }
    }

    /// Whether the program has been given everything there is.
    var isFinished: Bool { finished.withLock { $0 } }

    /// Whether all bytes were given and lack the last page of an Ogg stream; ffmpeg does not report that.
    var isCutShort: Bool { sawCut.withLock { $0 } }

    /// Where audio is missing that the program leaves out, once all bytes were given.
    var gaps: [(at: Double, seconds: Double)] { lost.withLock { $0 } }

    /// Bytes behind the last frame or packet of a stream of them, once all bytes were given.
    var foreignBytes: Int { foreign.withLock { $0 } }

    /// Ends the feeding, if it has not ended by itself, and waits for the end.
    func stop() {
        // Another recording may follow in the source.
        if !isFinished { source.base.cancel() }
        wait()
    }

    /// Waits until the feeding ends by itself. It does when the program reads no more, as soon as more bytes come.
    func wait() {
        done.wait()
        // For a second call of `stop`.
        done.signal()
    }

    private func feed() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var pages = OggEndWatch()
        var blocks = WavPackBlocks()
        var frames = FrameGaps(name)
        var packets = PacketEnds(name, source)
        var isWhole = true
        while isWhole {
            let room = name == "wavpack" ? min(blocks.left(in: source), buffer.count) : buffer.count
            let count = source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
            guard count > 0 else { break }
            blocks.take(count)
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if name == "ogg" { pages.read(bytes) }
            frames?.read(bytes)
            packets?.read(bytes)
            isWhole = child.write(bytes)
        }
        let isCut = isWhole && pages.isCutShort
        let (gaps, rest) = (frames?.gaps ?? [], frames?.foreignBytes ?? packets?.foreignBytes ?? 0)
        lost.withLock { $0 = gaps }
        foreign.withLock { $0 = rest }
        sawCut.withLock { $0 = isCut }
        child.closeInput()
        finished.withLock { $0 = true }
        done.signal()
    }
}
