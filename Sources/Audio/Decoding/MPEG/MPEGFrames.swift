/// Cuts a stream of MPEG audio into its frames, and finds what lies between them.
///
/// libmpg123 takes any four bytes that look like a header for a frame once it has lost the place. Here a frame counts behind
/// other bytes only if two more follow it (ISO 11172-3 §2.4.1.3 states no other mark).
struct MPEGFrames {
    /// What comes next in the stream.
    enum Piece {
        case frame([UInt8])
        /// Bytes that are no frame. Those of a tag hold no audio.
        case skipped(Int, isTag: Bool)
        /// The beginning of a frame whose rest is missing.
        case cut([UInt8])
        /// Another recording begins, which is no MPEG audio.
        case other
        case end
    }

    private let source: ReplaySource
    private var current: MPEGFrameHeader
    private static let step = 16 << 10

    /// - Parameters:
    ///   - source: at the first frame.
    ///   - first: that frame's header, which states its size.
    init(_ source: ReplaySource, first: MPEGFrameHeader) {
        self.source = source
        current = first
    }

    mutating func next() -> Piece {
        let head = source.peek(4)
        guard !head.isEmpty else { return .end }
        guard let header = MPEGFrameHeader(head, isExpected: true), let size = header.size,
            header.belongs(with: current)
        else {
            return search()
        }
        return take(header, size)
    }

    private mutating func take(_ header: MPEGFrameHeader, _ size: Int) -> Piece {
        current = header
        let bytes = Array(source.peek(size))
        source.skip(bytes.count)
        return bytes.count == size ? .frame(bytes) : .cut(bytes)
    }

    /// Moves to the next frame.
    private mutating func search() -> Piece {
        if let size = tagSize() {
            let before = source.position
            source.skip(size)
            return .skipped(source.position - before, isTag: true)
        }
        var skipped = 0
        while true {
            let bytes = Array(source.peek(Self.step))
            let frame = (0..<max(0, bytes.count - 3)).first { bytes[$0] == 0xFF && isFrame($0, bytes) }
            if let at = (0..<(frame ?? bytes.count)).first(where: {
                ContainerPart.isBeginning(bytes[$0...], isSearched: true)
            }) {
                source.skip(at)
                return skipped + at > 0 ? .skipped(skipped + at, isTag: false) : .other
            }
            if let at = frame, let header = MPEGFrameHeader(bytes[at...]), let size = header.size {
                source.skip(at)
                current = header
                // A frame of another kind may begin right here, as that of another recording.
                return skipped + at > 0 ? .skipped(skipped + at, isTag: false) : take(header, size)
            }
            guard bytes.count == Self.step else {
                source.skip(bytes.count)
                return skipped + bytes.count > 0 ? .skipped(skipped + bytes.count, isTag: false) : .end
            }
            // The frames that are looked at together are shorter than what is kept.
            let passed = Self.step / 2
            source.skip(passed)
            skipped += passed
        }
    }

    /// Whether a frame begins here and two more follow, as far as the bytes go.
    private func isFrame(_ place: Int, _ bytes: [UInt8]) -> Bool {
        guard let first = MPEGFrameHeader(bytes[place...]), var size = first.size else { return false }
        var at = place
        for _ in 0..<2 {
            at += size
            guard at + 4 <= bytes.count else {
                return at == bytes.count || bytes.count < Self.step && at > place + size
            }
            guard let next = MPEGFrameHeader(bytes[at...]), next.belongs(with: first), let step = next.size else {
                return false
            }
            size = step
        }
        return true
    }

    /// Bytes of a tag that begins here: ID3 in version 2 or 1, or APE.
    private func tagSize() -> Int? {
        let head = Array(source.peek(32))
        if let tag = ID3Tag(head) { return tag.size }
        if head.starts(with: "TAG".utf8) { return 128 }
        guard head.starts(with: "APETAGEX".utf8), head.count == 32 else { return nil }
        // The size counts the items and the footer; this is the header, or a footer without one.
        let isHeader = head[23] & 0x20 != 0
        return isHeader ? 32 + head[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) } : 32
    }
}
