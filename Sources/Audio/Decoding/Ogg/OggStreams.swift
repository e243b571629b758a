/// The logical streams that an Ogg recording begins with: one for each track of sound or pictures (RFC 3533 §4).
enum OggStreams {
    /// First pages of tracks of sound: Opus, Vorbis, FLAC and Speex.
    private static let sound: [[UInt8]] = [
        OpusHead.magic, [1] + Array("vorbis".utf8), [0x7F] + Array("FLAC".utf8), Array("Speex   ".utf8),
    ]
    /// More than any recording has.
    private static let maximumStreams = 64

    /// Whether there is sound and at least one more stream of sound or pictures.
    static func areSeveral(in source: ReplaySource) -> Bool {
        var (offset, sounds, others) = (0, 0, 0)
        var serials: Set<[UInt8]> = []
        while serials.count < maximumStreams, offset < ReplaySource.usualReach {
            let head = Array(source.peek(offset + 27).dropFirst(offset))
            // The page of a first packet is marked, and all of these pages come before anything else.
            guard head.count == 27, head.starts(with: OggPage.magic), head[5] & 2 != 0 else { break }
            let table = source.peek(offset + 27 + Int(head[26])).dropFirst(offset + 27)
            let size = table.reduce(0) { $0 + Int($1) }
            let begin = offset + 27 + Int(head[26])
            let body = Array(source.peek(begin + min(size, 8)).dropFirst(begin))
            offset = begin + size
            // A damaged stream may have its first page twice.
            guard serials.insert(Array(head[14..<18])).inserted else { continue }
            if sound.contains(where: { body.starts(with: $0) }) {
                sounds += 1
            } else if !body.starts(with: "fishead".utf8) {
                others += 1
            }
        }
        return sounds > 0 && sounds + others > 1
    }
}
