/// What stands before a W64's samples, looked at for their number.
///
/// libsndfile works that out from the length of the file, which it is not told. A chunk is an identifier of 16 bytes, its size
/// with these 24 bytes in 8, and its body, filled up to a multiple of 8 (Sony Pictures Digital, Wave64 specification).
enum Wave64Header {
    /// Bytes that are searched: the chunks written before the samples say how they are packed, and how many there are.
    private static let longest = 64 << 10
    private static let chunkHead = 24
    /// What the identifiers of all chunks but the first end with, behind the four letters of their names.
    private static let identifier: [UInt8] = [
        0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
    ]

    /// Frames that the file claims to have; nil where it is another kind of file, or was never finished. Nothing is taken from
    /// the source.
    static func claimedFrames(_ source: ReplaySource) -> Int? {
        guard source.peek(4).elementsEqual("riff".utf8) else { return nil }
        // The first chunk is the whole file; behind its head stands the identifier of the kind.
        var offset = chunkHead + 16
        var frameSize: Int?
        var counted: Int?
        while offset <= longest {
            let head = source.peek(offset + chunkHead).dropFirst(offset)
            let fields = Bytes(head, isBigEndian: false)
            guard head.count == chunkHead, head.dropFirst(4).starts(with: identifier),
                let size = fields.u64(16).flatMap({ Int(exactly: $0) })
            else { return nil }
            // Writers that cannot go back leave the largest number there is, or none.
            guard size > chunkHead, size < .max - 7 else { return nil }
            let body = { (count: Int) in
                Bytes(source.peek(offset + chunkHead + count).dropFirst(offset + chunkHead), isBigEndian: false)
            }
            switch fields.text(0, 4) {
            case "fmt ":
                let format = body(16)
                // Plain, floating, of the two laws, or as its extension says: packed samples have blocks instead of frames.
                let isPlain = format.u16(0).map { [1, 3, 6, 7, 0xFFFE].contains($0) } ?? false
                frameSize = isPlain ? format.u16(12) : nil
            case "fact": counted = body(8).u64(0).flatMap { Int(exactly: $0) }
            case "data":
                guard let frameSize, frameSize > 0 else { return counted }
                return (size - chunkHead) / frameSize
            default: break
            }
            guard size <= longest else { return nil }
            offset += (size + 7) / 8 * 8
        }
        return nil
    }
}
