/// Where the blocks of a WavPack stream end and the tags behind them begin, which ffmpeg takes for a damaged block where it
/// cannot seek to see them first.
///
/// A block begins with `wvpk` and how many bytes follow these eight (WavPack 5 file format).
struct WavPackBlocks {
    /// Bytes until the next block begins; nil where it has been lost, and all there is goes on to ffmpeg.
    private var rest: Int? = 0

    /// How many bytes may be read now, from a source that stands where ``take(_:)`` was told; 0 where the tags begin.
    mutating func left(in source: ReplaySource) -> Int {
        if rest == 0 {
            let head = source.peek(8)
            // The tags of APE, and those of MP3 of the first kind.
            guard !head.starts(with: "APETAGEX".utf8), !head.starts(with: "TAG".utf8) else { return 0 }
            rest = head.starts(with: "wvpk".utf8) ? Bytes(head, isBigEndian: false).u32(4).map { $0 + 8 } : nil
        }
        return rest ?? .max
    }

    /// So many bytes have been read.
    mutating func take(_ count: Int) { rest = rest.map { max(0, $0 - count) } }
}
