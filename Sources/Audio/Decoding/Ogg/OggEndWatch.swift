/// Sees whether Ogg streams that somebody else decodes come to their end: the last page of each says that it is the last.
struct OggEndWatch {
    /// Streams beyond this are not watched; files have one or two at a time.
    private static let mostStreams = 256

    /// Numbers of the streams that have begun and not ended.
    private var open: Set<UInt32> = []
    /// The head of the page at work, as far as it has come, and what its body lacks.
    private var head: [UInt8] = []
    private var missingBody = 0

    /// Whether a stream has begun whose last page did not come.
    var isCutShort: Bool { !open.isEmpty }

    mutating func hear(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while let byte = rest.first {
            if missingBody > 0 {
                let part = rest.prefix(missingBody)
                rest = rest.dropFirst(part.count)
                missingBody -= part.count
                if missingBody == 0 { endPage() }
                continue
            }
            rest = rest.dropFirst()
            head.append(byte)
            if head.count <= 4 {
                // Bytes between pages are passed over.
                while !OggPage.magic.starts(with: head) { head.removeFirst() }
            } else if head.count >= 27, head.count == 27 + Int(head[26]) {
                beginPage()
            }
        }
    }

    private var stream: UInt32 { head[14..<18].reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    private mutating func beginPage() {
        if head[5] & 2 != 0, open.count < Self.mostStreams { open.insert(stream) }
        missingBody = head[27...].reduce(0) { $0 + Int($1) }
        if missingBody == 0 { endPage() }
    }

    private mutating func endPage() {
        if head[5] & 4 != 0 { open.remove(stream) }
        head.removeAll(keepingCapacity: true)
    }
}

extension AudioDamage {
    /// An Ogg stream ends before the page that says that it is the last.
    static func stopsWithoutLastPage(at seconds: Double) -> AudioDamage {
        AudioDamage(atSeconds: seconds, what: "the stream stops without its last page")
    }
}
