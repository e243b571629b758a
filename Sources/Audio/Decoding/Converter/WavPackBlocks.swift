/// Finds where the blocks of a WavPack stream end and its tags begin.
///
/// ffmpeg treats the tags as a damaged block if it cannot seek to read them first.
///
/// A block begins with `wvpk` and the number of bytes that follow these eight (WavPack 5 file format).
struct WavPackBlocks {
    /// Bytes until the next block begins; nil if it has been lost, and then all bytes go to ffmpeg.
    private var rest: Int? = 0

    /// How many bytes may be read now, from a source that is where ``take(_:)`` left it; 0 at the beginning of the
    /// tags.
    mutating func left(in source: ReplaySource) -> Int {
        if rest == 0 {
            let head = source.peek(8)
            // The tags of APE, and those of MP3 in their first version (ID3v1).
            guard !head.starts(with: "APETAGEX".utf8), !head.starts(with: "TAG".utf8) else { return 0 }
            rest = head.starts(with: "wvpk".utf8) ? Bytes(head, isBigEndian: false).u32(4).map { $0 + 8 } : nil
        }
        return rest ?? .max
    }

    /// Counts bytes that have been read.
    mutating func take(_ count: Int) { rest = rest.map { max(0, $0 - count) } }
}
