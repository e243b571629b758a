internal import Glibc
internal import Plumbing

/// The chunks of a WAV file before its samples (RIFF, RF64, and RIFX with its numbers in the opposite byte order).
///
/// Plain samples are then read by ``RawDecoder``, which knows to the byte where they begin and end. A recording that
/// was never finished (size 0 or all ones) is read to its end. Bytes that follow the samples are never treated as
/// audio.
struct WaveHeader {
    var formatTag = 0
    var channels = 0
    var rate = 0
    var blockAlign = 0
    var bitsPerSample = 0
    /// Bytes of samples; nil if the header does not know.
    var dataBytes: Int?

    private let isBigEndian: Bool
    /// The chunks that state how the samples are packed, with their heads: `fmt ` and, if there is one, `fact`.
    private var layoutChunks: [UInt8] = []
    private var dataHead: [UInt8] = []
    /// Frames according to the `fact` chunk, which files with packed samples have.
    private var countedFrames: Int?
    private static let largestLayoutChunk = 4_096

    /// The same header with only the parts that the samples need.
    ///
    /// libsndfile never sees any other chunk before the samples. Some lists of remarks are cut short or have sizes that do not
    /// fit, and it would read them without end.
    var essentials: [UInt8] {
        let body = Array("WAVE".utf8) + layoutChunks + dataHead
        // The sizes mean "until the end", as in streams.
        return Array((isBigEndian ? "RIFX" : "RIFF").utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + body
    }

    /// Packed samples as they follow ``essentials``, or nil for other ones.
    var packed: PackedSamples? {
        PackedBlocks(tag: formatTag, channels: channels, blockAlign: blockAlign).map { blocks in
            PackedSamples(
                blocks: blocks, start: essentials.count, claimedBytes: dataBytes,
                claimedFrames: dataBytes.map { blocks.frames(claimedBytes: $0, counted: countedFrames) })
        }
    }

    /// The layout of plain samples, or nil for compressed or unusual ones, which libsndfile may know.
    var plainLayout: RawFormat? {
        let sample: RawFormat.Sample? =
            switch (formatTag, bitsPerSample) {
            case (1, 8): .u8
            case (1, 16): isBigEndian ? .s16be : .s16le
            case (1, 24): isBigEndian ? .s24be : .s24le
            case (1, 32): isBigEndian ? .s32be : .s32le
            case (3, 32): isBigEndian ? .f32be : .f32le
            case (3, 64): isBigEndian ? .f64be : .f64le
            case (6, 8): .alaw
            case (7, 8): .mulaw
            default: nil
            }
        guard let sample, channels > 0, blockAlign == sample.width * channels else { return nil }
        return RawFormat(sample: sample, rate: rate, channels: channels)
    }

    /// Walks the chunks up to `data` and leaves the source at the first sample. If no valid header is found, it is nil and
    /// leaves the source somewhere in the header.
    init?(_ source: ReplaySource, limit: Int) {
        let head = Array(source.peek(12))
        guard head.count == 12, Self.isWave(head) else { return nil }
        isBigEndian = head.starts(with: "RIFX".utf8)
        source.skip(12)
        var longDataBytes: Int?
        var sawFormat = false
        while source.position < limit {
            // The necessary part of a chunk: a whole `fmt ` of the extensible kind.
            let start = Bytes(source.peek(8), isBigEndian: isBigEndian)
            guard let size = start.u32(4) else { return nil }
            switch start.text(0, 4) {
            case "fmt ":
                guard readFormat(Bytes(source.peek(8 + min(size, 40)), isBigEndian: isBigEndian)) else { return nil }
                keep(source, size)
                sawFormat = true
            case "fact":
                countedFrames = Bytes(source.peek(12), isBigEndian: isBigEndian).u32(8)
                keep(source, size)
            case "ds64":
                longDataBytes = Bytes(source.peek(24), isBigEndian: false).u64(16).flatMap { Int(exactly: $0) }
            case "data":
                dataHead = Array(source.peek(8))
                guard sawFormat, source.skip(8) else { return nil }
                dataBytes = size == 0xFFFF_FFFF && head.starts(with: "RF64".utf8) ? longDataBytes : size
                if !Self.isKnown(dataBytes) { dataBytes = nil }
                return
            default: break
            }
            guard size < limit, source.skip(8 + size + size % 2) else { return nil }
        }
        return nil
    }

    /// Programs that stream write 0, all ones or about 2^31 (sox), which means: until the end.
    private static func isKnown(_ size: Int?) -> Bool {
        guard let size else { return false }
        return size != 0 && size != 0xFFFF_FFFF && size != Int.max && !(0x7FFF_F000...0x7FFF_FFFF).contains(size)
    }

    private mutating func keep(_ source: ReplaySource, _ size: Int) {
        guard size <= Self.largestLayoutChunk else { return }
        layoutChunks += source.peek(8 + size + size % 2)
    }

    /// Where in these bytes a WAV file begins: no samples look like such a beginning.
    static func search(in bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int? {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        let (first, second) = (Array("RIFF".utf8), Array("WAVEfmt ".utf8))
        var from = 0
        while let base = bytes.baseAddress, bytes.count - from >= 16,
            let found = memchr(base + from, Int32(first[0]), bytes.count - from - 15)
        {
            let at = UnsafeRawPointer(found) - base
            if bytes[at..<at + 4].elementsEqual(first), bytes[at + 8..<at + 16].elementsEqual(second) { return at }
            from = at + 1
        }
        return nil
    }

    static func isWave(_ head: some Collection<UInt8>) -> Bool {
        ["RIFF", "RF64", "RIFX"].contains { head.starts(with: $0.utf8) }
            && head.dropFirst(8).starts(with: "WAVE".utf8)
    }

    private mutating func readFormat(_ seen: Bytes) -> Bool {
        guard let tag = seen.u16(8), let channels = seen.u16(10), let rate = seen.u32(12), let align = seen.u16(20),
            let bits = seen.u16(22)
        else { return false }
        formatTag = tag
        // WAVE_FORMAT_EXTENSIBLE: the real tag is the beginning of the sub-format's identifier.
        if tag == 0xFFFE, let real = seen.u16(32) { formatTag = real }
        (self.channels, self.rate, blockAlign, bitsPerSample) = (channels, rate, align, bits)
        return true
    }
}

/// Numbers in a header, nil if it is too short.
struct Bytes {
    private let bytes: [UInt8]
    private let isBigEndian: Bool

    init(_ bytes: some Sequence<UInt8>, isBigEndian: Bool) {
        self.bytes = Array(bytes)
        self.isBigEndian = isBigEndian
    }

    func u16(_ offset: Int) -> Int? { number(offset, 2).flatMap { Int(exactly: $0) } }
    func u32(_ offset: Int) -> Int? { number(offset, 4).flatMap { Int(exactly: $0) } }
    func u64(_ offset: Int) -> UInt64? { number(offset, 8) }

    func text(_ offset: Int, _ count: Int) -> String? {
        guard offset + count <= bytes.count else { return nil }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }

    private func number(_ offset: Int, _ width: Int) -> UInt64? {
        guard offset + width <= bytes.count else { return nil }
        let field = bytes[offset..<offset + width]
        return (isBigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
