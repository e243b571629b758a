/// The layout of MP4, M4A and QuickTime files.
enum ISOMedia {
    /// Whether the index (`moov`) is behind the samples (`mdat`), so that nothing can be decoded from a stream.
    static func needsSeeking(_ source: ReplaySource) -> Bool {
        var needsSeeking = true
        forEachBox(of: source) { name in
            guard name == "moov" || name == "moof" || name == "mdat" else { return true }
            needsSeeking = name == "mdat"
            return false
        }
        return needsSeeking
    }

    /// Whether it is in fragments, as streams are, and may begin in the middle of a stream.
    static func isFragmented(_ source: ReplaySource) -> Bool {
        var isFragmented = false
        forEachBox(of: source) { name in
            isFragmented = ["moof", "styp", "sidx"].contains(name)
            return !isFragmented && name != "mdat"
        }
        return isFragmented
    }

    /// Looks at the outermost boxes that begin within reach, as long as more of them are needed.
    private static func forEachBox(of source: ReplaySource, _ wantsMore: (String) -> Bool) {
        var offset = 0
        while offset < ReplaySource.usualReach - 16 {
            let box = Array(source.peek(offset + 16).dropFirst(offset))
            guard box.count >= 8, wantsMore(String(decoding: box[4..<8], as: UTF8.self)) else { return }
            guard case .head(let part) = PartHead.Reading.box(box[...]), let size = part.size,
                size < ReplaySource.usualReach
            else { return }
            offset += size
        }
    }
}
