/// The four bytes that every frame of MPEG audio (MP1, MP2, MP3) begins with.
struct MPEGFrameHeader: Equatable {
    /// 1, 2, or 3 for "2.5".
    var version: Int
    var layer: Int
    var rate: Int
    var channels: Int
    var samples: Int
    /// Bytes of the frame with its header; nil for free format, in which only the next header shows the size.
    var size: Int?
    /// Bytes by which it is longer than others, also in free format.
    var padding: Int

    /// - Parameter isExpected: whether a frame is known to begin here, so that a reserved emphasis is no counter-evidence.
    init?(_ bytes: some Collection<UInt8>, isExpected: Bool = false) {
        let bytes = Array(bytes.prefix(4))
        guard bytes.count == 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
        let versions = [3, 0, 2, 1]
        version = versions[Int(bytes[1] >> 3 & 3)]
        layer = 4 - Int(bytes[1] >> 1 & 3)
        let rateIndex = Int(bytes[2] >> 2 & 3)
        let bitrateIndex = Int(bytes[2] >> 4)
        // The emphasis value 2 is reserved: one more check that the bytes are a frame.
        guard version > 0, layer < 4, rateIndex < 3, bitrateIndex < 15, isExpected || bytes[3] & 3 != 2
        else { return nil }
        rate = [44_100, 48_000, 32_000][rateIndex] >> (version - 1)
        channels = bytes[3] >> 6 == 3 ? 1 : 2
        samples = layer == 1 ? 384 : layer == 3 && version > 1 ? 576 : 1_152
        // Layer I counts in slots of four bytes.
        padding = Int(bytes[2] >> 1 & 1) * (layer == 1 ? 4 : 1)
        guard bitrateIndex > 0 else { return }
        let bits = Self.kilobits(version, layer)[bitrateIndex - 1] * 1_000
        size = (layer == 1 ? 12 * bits / rate * 4 : samples / 8 * bits / rate) + padding
    }

    /// Whether both may be frames of one stream.
    func belongs(with other: MPEGFrameHeader) -> Bool {
        version == other.version && layer == other.layer && rate == other.rate
    }

    private static func kilobits(_ version: Int, _ layer: Int) -> [Int] {
        switch (version, layer) {
        case (1, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
        case (1, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        case (1, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        case (_, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
        default: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        }
    }
}

extension MPEGFrameHeader {
    /// Where the first frame begins.
    ///
    /// At the very beginning three frames in a row are enough proof. Further on, and in free format, samples of any kind
    /// sometimes look like headers: soft ones in big-endian order begin with `FF FB 00`. So it takes eight frames there, and
    /// sixteen with equal headers if both is the case. The rows of a picture repeat themselves, and so do its points;
    /// yellow ones (`FF FF 00`) look like layer I, which encoders do not write in free format.
    static func search(_ source: ReplaySource, within limit: Int = 64 << 10) -> (offset: Int, header: MPEGFrameHeader)?
    {
        var offset = 0
        while offset < limit {
            let bytes = source.peek(offset + 4)
            guard bytes.count == offset + 4 else { return nil }
            if bytes[bytes.endIndex - 4] == 0xFF, let header = MPEGFrameHeader(bytes.suffix(4)),
                follows(header, at: offset, source)
            {
                return (offset, header)
            }
            offset += 1
        }
        return nil
    }

    private static func follows(_ first: MPEGFrameHeader, at offset: Int, _ source: ReplaySource) -> Bool {
        if let size = first.size { return follows(first, of: size, free: nil, at: offset, source) }
        guard offset == 0 || first.layer == 3, !isPattern(at: offset, source) else { return false }
        return freeSizes(first, at: offset, source).contains { size in
            (offset == 0 || !isEqualRow(of: size, at: offset, source))
                && follows(first, of: size + first.padding, free: size, at: offset, source)
        }
    }

    /// - Parameter free: bytes of frames of free format without padding.
    private static func follows(
        _ first: MPEGFrameHeader, of size: Int, free: Int?, at offset: Int, _ source: ReplaySource
    ) -> Bool {
        guard size > 4 else { return false }
        var next = offset + size
        let isSuspect = offset > 0 && free != nil
        let start = isSuspect ? Array(source.peek(offset + 4).suffix(4)) : []
        for number in 1..<(isSuspect ? 16 : offset == 0 && free == nil ? 3 : 8) {
            let bytes = source.peek(next + 4)
            if bytes.count < next + 4 {
                // If the input ends, it must be after a whole number of frames, or within a frame that is cut short.
                return offset == 0 && (number > 1 || bytes.count == next)
            }
            guard let header = MPEGFrameHeader(bytes.suffix(4)), header.belongs(with: first),
                (header.size == nil) == (free != nil), !isSuspect || isRepeated(start, bytes.suffix(4))
            else {
                return offset == 0 && number > 1 && bytes.suffix(4).starts(with: "TAG".utf8)
            }
            guard let step = header.size ?? free.map({ $0 + header.padding }) else { return false }
            next += step
        }
        return true
    }

    /// Whether the first four bytes come again at once, as the points of one colour do.
    private static func isPattern(at offset: Int, _ source: ReplaySource) -> Bool {
        let bytes = Array(source.peek(offset + shortestFreeFrame + 4).dropFirst(offset))
        return (1..<max(1, bytes.count - 3)).contains { bytes[$0..<$0 + 4].elementsEqual(bytes[..<4]) }
    }

    /// Whether so many bytes come twice in succession, as rows of a picture do.
    private static func isEqualRow(of size: Int, at offset: Int, _ source: ReplaySource) -> Bool {
        let bytes = source.peek(offset + 2 * size).dropFirst(offset)
        return bytes.count == 2 * size && bytes.prefix(size).elementsEqual(bytes.suffix(size))
    }

    /// Whether two headers differ in their padding and their kind of joint stereo only.
    private static func isRepeated(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
        zip(zip(one, other), [0xFF, 0xFF, 0xFD, 0xCF] as [UInt8]).allSatisfy { pair, mask in
            pair.0 & mask == pair.1 & mask
        }
    }

    /// Bytes of the longest frame that libmpg123 decodes, and fewer than any frame has.
    private static let (longestFreeFrame, shortestFreeFrame) = (3_456, 24)

    /// The possible lengths of free-format frames, without padding: the distances to headers of the kind. Headers within the
    /// first frame do not count.
    private static func freeSizes(_ first: MPEGFrameHeader, at offset: Int, _ source: ReplaySource) -> [Int] {
        let bytes = Array(source.peek(offset + longestFreeFrame + 4).dropFirst(offset))
        return (shortestFreeFrame..<max(shortestFreeFrame, bytes.count - 3)).compactMap { at in
            guard bytes[at] == 0xFF, let header = MPEGFrameHeader(bytes[at...]), header.belongs(with: first),
                header.size == nil
            else { return nil }
            return at - first.padding
        }
    }
}
