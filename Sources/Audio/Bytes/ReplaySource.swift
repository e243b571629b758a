internal import Plumbing

/// A byte source with a short memory, which lets a decoder look ahead and step back on a stream that only runs forward.
///
/// Not thread-safe: the decoder that reads it owns it. Reads that fail are stored in ``failure`` and look like the end, because
/// they happen inside callbacks of C libraries that have no errors.
final class ReplaySource {
    /// How far back a decoder may step. The largest rewind seen in practice is 2 KiB; sniffing and a second attempt by
    /// another decoder need more.
    static let usualReach = 256 << 10
    /// More than ``usualReach`` while a reader looks far ahead.
    var reach = usualReach

    let base: any ByteSource
    /// Where the next read starts.
    private(set) var position = 0
    /// How many bytes have arrived so far.
    private(set) var received = 0
    private(set) var ended = false
    /// Why a read failed, if one did. Any thread may ask.
    var failure: Problem? { failed.withLock { $0 } }

    private let failed = Locked<Problem?>(nil)

    private var window: [UInt8] = []
    private var windowStart = 0
    private var remembers = true
    private let chunkSize: Int

    init(_ base: any ByteSource) {
        self.base = base
        chunkSize = base.length == nil ? 64 << 10 : 256 << 10
    }

    /// Bytes from the current position without taking them; fewer than requested only at the end.
    func peek(_ count: Int) -> ArraySlice<UInt8> {
        fill(to: position + count)
        let start = position - windowStart
        return window[start..<min(window.count, start + count)]
    }

    /// Takes the bytes that have arrived, waiting for at least one; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        read(into: buffer, isLarge: buffer.count >= 4_096)
    }

    /// - Parameter isLarge: whether this read is large or belongs to a large one. Large reads of a stream that is never rewound
    ///   bypass the window.
    private func read(into buffer: UnsafeMutableRawBufferPointer, isLarge: Bool) -> Int {
        guard !buffer.isEmpty else { return 0 }
        if position == received {
            if !remembers, isLarge { return readPastWindow(buffer) }
            fill(to: position + 1)
        }
        let start = position - windowStart
        let count = min(buffer.count, window.count - start)
        guard count > 0 else { return 0 }
        window.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
        }
        position += count
        return count
    }

    /// Fills the buffer and waits for as long as necessary; less only at the end.
    func readFully(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = read(into: rest, isLarge: buffer.count >= 4_096)
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Takes up to this many bytes as an array, waiting for the first; empty at the end.
    func read(upTo count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }

    /// Skips bytes; false if the end came first.
    @discardableResult func skip(_ count: Int) -> Bool {
        var left = count
        while left > 0 {
            fill(to: position + 1)
            let step = min(left, received - position)
            if step == 0 { return false }
            position += step
            left -= step
        }
        return true
    }

    /// Moves to an absolute position: back as far as the window reaches, or forward over bytes that have yet to arrive.
    func seek(to target: Int) -> Bool {
        guard target >= windowStart else { return false }
        fill(to: target)
        guard target <= received else { return false }
        position = target
        return true
    }

    /// The last bytes that were read will be read again. The position is stepped back even if no bytes are remembered.
    func putBack(_ bytes: Slice<UnsafeMutableRawBufferPointer>) {
        guard !seek(to: position - bytes.count), position == received else { return }
        window = Array(bytes)
        windowStart = received - window.count
        position = windowStart
    }

    /// Ends stepping back: the window is released as it is read.
    func forget() { remembers = false }

    /// Makes stepping back possible again from here on.
    func remember() { remembers = true }

    private func fill(to target: Int) {
        while received < target, !ended {
            trim()
            let wanted = base.length == nil ? min(chunkSize, max(4_096, target - received)) : chunkSize
            let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                filled = readBase(UnsafeMutableRawBufferPointer(buffer))
            }
            window += chunk
            received += chunk.count
        }
    }

    private func readPastWindow(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        window.removeAll(keepingCapacity: true)
        let count = ended ? 0 : readBase(buffer)
        received += count
        position = received
        windowStart = received
        return count
    }

    private func readBase(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        do {
            let count = try base.read(into: buffer)
            if count == 0 { ended = true }
            return count
        } catch {
            let problem = error as? Problem ?? Problem(.input, "audio.unreadable", "reading failed: \(error)")
            failed.withLock { $0 = problem }
            ended = true
            return 0
        }
    }

    private func trim() {
        let behind = position - windowStart
        let kept = remembers ? reach : 0
        guard behind >= kept + chunkSize else { return }
        window.removeFirst(behind - kept)
        windowStart += behind - kept
    }
}
