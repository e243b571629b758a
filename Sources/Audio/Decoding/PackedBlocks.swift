/// How samples of some codecs are packed: blocks of one size, each with the same number of frames.
///
/// libsndfile's decoders of these continue after the end of the bytes. They unpack the remains of the last block for as
/// long as the header claims. The possible number of frames is therefore counted from the bytes that really exist.
struct PackedBlocks {
    /// Bytes of a block.
    private let size: Int
    /// Bytes at the beginning of a block that hold its first frames, and how many these are.
    private let head: (bytes: Int, frames: Int)
    /// The bytes after it that hold the next frames, and the number of these frames.
    private let group: (bytes: Int, frames: Int)

    /// The codecs of WAV and W64 files that are packed so; nil for others, and if the sizes are not plausible.
    ///
    /// - Parameters:
    ///   - tag: the number of the codec in the `fmt ` chunk.
    ///   - blockAlign: bytes of a block according to it.
    init?(tag: Int, channels: Int, blockAlign: Int) {
        guard channels > 0 else { return nil }
        switch tag {
        // Microsoft ADPCM: two samples of each channel as they are, then half a byte for each sample.
        case 0x02: (size, head, group) = (blockAlign, (7 * channels, 2), (channels, 2))
        // IMA ADPCM: one sample of each channel as it is, then eight of each channel in four bytes.
        case 0x11: (size, head, group) = (blockAlign, (4 * channels, 1), (4 * channels, 8))
        // GSM 6.10, two of its frames in one block.
        case 0x31: (size, head, group) = (65, (65, 320), (65, 320))
        // G.721, half a byte for each sample of the one channel.
        case 0x40: (size, head, group) = (1, (1, 2), (1, 2))
        default: return nil
        }
        guard size >= head.bytes else { return nil }
    }

    /// The codecs of AIFF files that are packed so; nil for others.
    init?(codec: String, channels: Int) {
        guard channels > 0 else { return nil }
        let (bytes, frames): (Int, Int)
        switch codec {
        // Apple's IMA ADPCM: a block of each channel, one after the other.
        case "ima4": (bytes, frames) = (34 * channels, 64)
        case "GSM ", "agsm": (bytes, frames) = (33, 160)
        default: return nil
        }
        (size, head, group) = (bytes, (bytes, frames), (bytes, frames))
    }

    /// The codecs of AU files that are packed so, in one channel; nil for others.
    init?(encoding: Int) {
        // G.721 has 4 bits for each sample, G.723 at 24 kbit/s has 3.
        guard let bits = [23: 4, 25: 3][encoding] else { return nil }
        (size, head, group) = (bits, (bits, 8), (bits, 8))
    }

    /// How many whole frames these first bytes of the samples hold.
    func frames(inBytes bytes: Int) -> Int {
        guard bytes > 0 else { return 0 }
        // A header may claim any number; no file is longer than this.
        let bytes = min(bytes, 1 << 48)
        return bytes / size * frames(ofBlock: size) + frames(ofBlock: bytes % size)
    }

    /// How many frames these first bytes of a block hold.
    private func frames(ofBlock bytes: Int) -> Int {
        bytes < head.bytes ? 0 : head.frames + (bytes - head.bytes) / group.bytes * group.frames
    }

    /// Frames that a header claims: those of its bytes of samples. If the header also counts frames, those that only fill up
    /// the last block are left out.
    func frames(claimedBytes: Int, counted: Int?) -> Int {
        let packed = frames(inBytes: claimedBytes)
        guard let counted, counted <= packed, counted > packed - frames(ofBlock: size) else { return packed }
        return counted
    }
}

/// The position of a file's packed samples, and how many the file claims.
struct PackedSamples {
    var blocks: PackedBlocks
    /// Bytes before the first block.
    var start: Int
    /// Bytes of samples; nil if the header does not know.
    var claimedBytes: Int?
    var claimedFrames: Int?

    /// How many frames can be unpacked once this many bytes of the file have been read.
    func frames(read bytes: Int) -> Int {
        let present = blocks.frames(inBytes: min(bytes - start, claimedBytes ?? .max))
        return min(present, claimedFrames ?? .max)
    }
}
