/// The layout of MP4, M4A and QuickTime files.
enum ISOMedia {
    /// Whether the index (`moov`) is behind the samples (`mdat`), so that nothing can be decoded from a stream.
    static func needsSeeking(_ source: ReplaySource) -> Bool {
        var offset = 0
        while offset < ReplaySource.usualReach - 16 {
            let box = Array(source.peek(offset + 16).dropFirst(offset))
            guard box.count >= 8 else { return true }
            let name = String(decoding: box[4..<8], as: UTF8.self)
            if name == "moov" || name == "moof" { return false }
            if name == "mdat" { return true }
            var size = box[..<4].reduce(0) { $0 << 8 | Int($1) }
            if size == 1 {
                guard box.count == 16, let long = Int(exactly: box[8...].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
                else { return true }
                size = long
            }
            guard size >= 8, size < ReplaySource.usualReach else { return true }
            offset += size
        }
        return true
    }
}
