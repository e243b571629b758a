/// Finds damage in a stream of frames without a container. Such a stream has no clock, and the converter program leaves
/// the damage out, so later audio comes early.
struct FrameGaps {
    private let kind: StreamFrame.Kind
    private var waiting: [UInt8] = []
    private var left = 0
    private var (frameBytes, skipped) = (0.0, 0)
    /// What looks like a frame behind damage. It counts only if another one follows directly.
    private var candidate: StreamFrame?
    private var rate: Int?
    /// The length of the frames so far.
    private var seconds = 0.0
    /// Seconds at which audio is missing, and for how long. At most ``limit``.
    private(set) var gaps: [(at: Double, seconds: Double)] = []
    private static let limit = 32
    /// A gap that is no longer is rounding: half a frame of AAC at 44.1 kHz.
    private static let shortest = 0.012

    /// - Parameter name: the kind of file; nil if it is not a stream of frames whose heads are known.
    init?(_ name: String?) {
        guard let kind = name.flatMap(StreamFrame.Kind.init) else { return nil }
        self.kind = kind
    }

    /// Bytes behind the last frame, at the end.
    var foreignBytes: Int { skipped + (candidate.map { $0.size - left } ?? 0) + waiting.count }

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var at = 0
        while at < bytes.count {
            let count = min(left, bytes.count - at)
            (at, left) = (at + count, left - count)
            guard at < bytes.count else { return }
            waiting.append(bytes[at])
            at += 1
            if waiting.count == kind.headLength { takeHead() }
        }
    }

    private mutating func takeHead() {
        // Directly behind a frame another recording may begin, with another rate.
        guard let frame = StreamFrame(kind, waiting), let stated = frame.rate ?? rate,
            rate == nil || stated == rate || skipped == 0, frame.size >= waiting.count
        else {
            skipped += candidate?.size ?? 0
            candidate = nil
            waiting.removeFirst()
            skipped += 1
            return
        }
        left = frame.size - waiting.count
        waiting.removeAll(keepingCapacity: true)
        guard skipped == 0 || candidate != nil else {
            candidate = frame
            return
        }
        rate = stated
        noteGap()
        for frame in [candidate, frame].compactMap(\.self) {
            seconds += Double(frame.samples) / Double(stated)
            frameBytes += Double(frame.size)
        }
        candidate = nil
    }

    private mutating func noteGap() {
        defer { skipped = 0 }
        guard skipped > 0, frameBytes > 0, gaps.count < Self.limit else { return }
        let lost = Double(skipped) / frameBytes * seconds
        if lost > Self.shortest { gaps.append((seconds, lost)) }
    }
}
