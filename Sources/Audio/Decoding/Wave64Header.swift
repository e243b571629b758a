/// The part of a W64 before its samples, read for their number.
///
/// libsndfile computes that from the length of the file, which it does not know. A chunk has an identifier of 16 bytes,
/// a size of 8 bytes, and a body that is padded to a multiple of 8. The size includes these 24 bytes (Sony Pictures
/// Digital, Wave64 specification).
struct Wave64Header {
    /// Frames that the file claims to have; nil if it was never finished.
    private(set) var claimedFrames: Int?
    /// Where its samples are, if they are packed.
    private(set) var packed: PackedSamples?

    /// Bytes that are searched: the chunks written before the samples say how they are packed, and how many there are.
    private static let longest = 64 << 10
    private static let chunkHead = 24
    /// The end of the identifiers of all chunks but the first, after the four letters of their names.
    private static let identifier: [UInt8] = [
        0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]

    /// nil if it is another kind of file, or if its samples are not found. No bytes are taken from the source.
    init?(_ source: ReplaySource) {
        guard source.peek(4).elementsEqual("riff".utf8) else { return nil }
        // The first chunk is the whole file; the identifier of the kind follows its head.
        var offset = Self.chunkHead + 16
        var frameSize: Int?
        var blocks: PackedBlocks?
        var counted: Int?
        while offset <= Self.longest {
            let head = source.peek(offset + Self.chunkHead).dropFirst(offset)
            let fields = Bytes(head, isBigEndian: false)
            guard head.count == Self.chunkHead, head.dropFirst(4).starts(with: Self.identifier) else { return nil }
            // Writers that cannot seek back leave the largest possible number, or none.
            let size = fields.u64(16).flatMap { Int(exactly: $0) }
                .flatMap { $0 > Self.chunkHead && $0 < .max - 7 ? $0 : nil }
            let bodyStart = offset + Self.chunkHead
            let body = { (count: Int) in
                Bytes(source.peek(bodyStart + count).dropFirst(bodyStart), isBigEndian: false)
            }
            switch fields.text(0, 4) {
            case "fmt ":
                let format = body(16)
                guard let tag = format.u16(0), let channels = format.u16(2), let align = format.u16(12) else {
                    return nil
                }
                // Plain, floating, of the two laws, or as its extension says: packed samples have blocks instead of frames.
                frameSize = [1, 3, 6, 7, 0xFFFE].contains(tag) ? align : nil
                blocks = PackedBlocks(tag: tag, channels: channels, blockAlign: align)
            case "fact": counted = body(8).u64(0).flatMap { Int(exactly: $0) }
            case "data":
                let bytes = size.map { $0 - Self.chunkHead }
                if let blocks {
                    let frames = bytes.map { blocks.frames(claimedBytes: $0, counted: counted) }
                    packed = PackedSamples(
                        blocks: blocks, start: bodyStart, claimedBytes: bytes, claimedFrames: frames)
                    claimedFrames = frames
                } else if let bytes {
                    claimedFrames = frameSize.flatMap { $0 > 0 ? bytes / $0 : nil } ?? counted
                }
                return
            default: break
            }
            guard let size, size <= Self.longest else { return nil }
            offset += (size + 7) / 8 * 8
        }
        return nil
    }
}
