/// Finds the packed samples of AIFF and AU files.
///
/// Those of W64 files are found by ``Wave64Header``, those of WAV files by ``WaveHeader``.
extension PackedSamples {
    /// Bytes that are searched for the samples of an AIFF file: its marks and texts may come before them.
    private static let longestHeader = 64 << 10

    /// nil if it is another kind of file, or if its samples are not packed in blocks. No bytes are taken from the source.
    init?(_ source: ReplaySource) {
        let head = source.peek(12)
        if head.starts(with: "FORM".utf8), head.dropFirst(8).elementsEqual("AIFC".utf8) {
            self.init(appleChunksOf: source)
        } else if head.starts(with: ".snd".utf8) {
            self.init(sunHeaderOf: source)
        } else {
            return nil
        }
    }

    /// Chunks with a name, a size in four bytes and a body, filled up to a multiple of two (Apple, Audio Interchange File
    /// Format AIFF-C). The chunks that describe the samples come before them.
    private init?(appleChunksOf source: ReplaySource) {
        var offset = 12
        var blocks: PackedBlocks?
        while offset <= Self.longestHeader {
            let chunk = Bytes(source.peek(offset + 30).dropFirst(offset), isBigEndian: true)
            guard let size = chunk.u32(4) else { return nil }
            switch chunk.text(0, 4) {
            case "COMM":
                guard let channels = chunk.u16(8), let codec = chunk.text(26, 4) else { return nil }
                blocks = PackedBlocks(codec: codec, channels: channels)
            case "SSND":
                guard let blocks, let skipped = chunk.u32(8) else { return nil }
                // Two numbers follow the head. The first is the number of bytes before the samples that do not belong to them.
                let bytes = size > 8 + skipped && size < 0x7FFF_F000 ? size - 8 - skipped : nil
                self.init(
                    blocks: blocks, start: offset + 16 + skipped, claimedBytes: bytes,
                    claimedFrames: bytes.map { blocks.frames(claimedBytes: $0, counted: nil) })
                return
            default: break
            }
            offset += 8 + size + size % 2
        }
        return nil
    }

    /// Six numbers: the name, where the samples begin, how many bytes they take, their kind, the rate and the channels.
    private init?(sunHeaderOf source: ReplaySource) {
        let head = Bytes(source.peek(24), isBigEndian: true)
        guard let start = head.u32(4), let size = head.u32(8), let encoding = head.u32(12),
            let blocks = PackedBlocks(encoding: encoding)
        else { return nil }
        let bytes = size > 0 && size < 0x7FFF_F000 ? size : nil
        self.init(
            blocks: blocks, start: start, claimedBytes: bytes,
            claimedFrames: bytes.map { blocks.frames(claimedBytes: $0, counted: nil) })
    }
}
