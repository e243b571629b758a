/// Parses what the converter program writes: Matroska with one track of floating-point samples, whose blocks state when they
/// are to be heard (RFC 9559).
///
/// Bytes go in as they arrive and pieces come out as soon as they are complete. Only the bytes before the samples are held, at
/// most a few elements.
struct ClockedSamples {
    enum Piece {
        case layout(RawFormat)
        /// The next samples are to be heard this many seconds after the recording's clock begins.
        case time(Double)
        case samples(ArraySlice<UInt8>)
    }

    private var held: [UInt8] = []
    /// Bytes of those held that have been taken.
    private var start = 0
    /// Bytes that are left of a block's samples, and of an element that is skipped.
    private var (samples, skipped) = (0, 0)
    /// Seconds of a tick, and ticks at which the current cluster begins.
    private var (tick, cluster) = (0.001, 0)
    private(set) var isMalformed = false

    /// Elements, by their identifiers.
    private enum Element {
        static let (header, segment, info, tracks, cluster) = (
            0x1A45_DFA3, 0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0x1F43_B675
        )
        static let (scale, time, simpleBlock, group, block) = (0x2A_D7B1, 0xE7, 0xA3, 0xA0, 0xA1)
        static let (track, audio, rate, channels) = (0xAE, 0xE1, 0xB5, 0x9F)
        /// Elements that are parsed instead of skipped.
        static let parents: Set = [segment, cluster, group]
    }
    /// Bytes of an element that is read as a whole.
    private static let largest = 64 << 10

    mutating func add(_ bytes: [UInt8]) {
        if start == held.count {
            held = bytes
        } else {
            held.removeFirst(start)
            held += bytes
        }
        start = 0
    }

    /// The next piece; nil if that needs more bytes.
    mutating func next() -> Piece? {
        while !isMalformed {
            if skipped > 0 {
                let count = min(skipped, held.count - start)
                guard count > 0 else { return nil }
                (start, skipped) = (start + count, skipped - count)
            } else if samples > 0 {
                let count = min(samples, held.count - start)
                guard count > 0 else { return nil }
                defer { (start, samples) = (start + count, samples - count) }
                return .samples(held[start..<start + count])
            } else {
                guard let head = head(at: start) else { return nil }
                switch take(head) {
                case .piece(let piece): return piece
                case .nothing: continue
                case .incomplete: return nil
                }
            }
        }
        return nil
    }

    private struct Head {
        var id: Int
        /// The place where its content begins.
        var body: Int
        /// nil if it is not known.
        var size: Int?
    }

    private enum Taken {
        case piece(Piece)
        case nothing, incomplete
    }

    private mutating func take(_ head: Head) -> Taken {
        guard let size = head.size, !Element.parents.contains(head.id) else {
            // The size of any other element must be known.
            isMalformed = !Element.parents.contains(head.id)
            start = head.body
            return .nothing
        }
        switch head.id {
        case Element.simpleBlock, Element.block:
            // The number of the track, ticks since the cluster's begin and flags.
            guard held.count >= head.body + 4 else { return .incomplete }
            guard size >= 4 else { break }
            let ticks = Int16(truncatingIfNeeded: Int(held[head.body + 1]) << 8 | Int(held[head.body + 2]))
            (start, samples) = (head.body + 4, size - 4)
            return .piece(.time(Double(cluster + Int(ticks)) * tick))
        case Element.time, Element.info, Element.tracks:
            guard size <= Self.largest else { break }
            guard held.count >= head.body + size else { return .incomplete }
            let body = head.body..<head.body + size
            start = body.upperBound
            if head.id == Element.time {
                cluster = number(in: body)
            } else if head.id == Element.info {
                if let scale = find(Element.scale, in: body) { tick = Double(number(in: scale)) / 1e9 }
            } else if let layout = layout(in: body) {
                return .piece(.layout(layout))
            } else {
                isMalformed = true
            }
            return .nothing
        default:
            (start, skipped) = (head.body, size)
            return .nothing
        }
        isMalformed = true
        return .nothing
    }

    private func layout(in tracks: Range<Int>) -> RawFormat? {
        guard let track = find(Element.track, in: tracks), let audio = find(Element.audio, in: track),
            let rate = find(Element.rate, in: audio).flatMap(real), rate >= 1, rate < 1e9
        else { return nil }
        let channels = find(Element.channels, in: audio).map(number) ?? 1
        return RawFormat(sample: .f32le, rate: Int(rate.rounded()), channels: channels)
    }

    /// The content of the first element with this identifier in another element's content.
    private func find(_ id: Int, in body: Range<Int>) -> Range<Int>? {
        var at = body.lowerBound
        while at < body.upperBound, let head = head(at: at), let size = head.size, size <= body.upperBound - head.body {
            if head.id == id { return head.body..<head.body + size }
            at = head.body + size
        }
        return nil
    }

    /// nil if it has not arrived completely.
    private func head(at place: Int) -> Head? {
        guard place < held.count else { return nil }
        let idLength = held[place].leadingZeroBitCount + 1
        guard idLength <= 4, place + idLength < held.count else { return nil }
        let id = number(in: place..<place + idLength)
        let first = held[place + idLength]
        let length = first.leadingZeroBitCount + 1
        let body = place + idLength + length
        guard length <= 8, body <= held.count else { return nil }
        var size = Int(first) & (0xFF >> length)
        for byte in held[place + idLength + 1..<body] { size = size << 8 | Int(byte) }
        return Head(id: id, body: body, size: size == 1 << (7 * length) - 1 ? nil : size)
    }

    private func number(in body: Range<Int>) -> Int {
        held[body].suffix(7).reduce(0) { $0 << 8 | Int($1) }
    }

    private func real(in body: Range<Int>) -> Double? {
        let bits = held[body].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return body.count == 8
            ? Double(bitPattern: bits) : body.count == 4 ? Double(Float(bitPattern: UInt32(bits))) : nil
    }
}
