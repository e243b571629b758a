/// Checks whether Ogg streams that another program decodes are complete: the last page of each is marked as the last.
struct OggEndWatch {
    /// Streams beyond this are not watched; files have one or two at a time.
    private static let maximumStreams = 256

    private let pages = OggPageSearch()
    /// Numbers of the streams that have begun and not ended.
    private var open: Set<Int32> = []

    /// Whether a stream has begun whose last page did not arrive.
    var isCutShort: Bool { !open.isEmpty }

    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        let hasTaken = pages.take(upTo: bytes.count) { buffer in
            buffer.copyMemory(from: bytes)
            return bytes.count
        }
        while hasTaken, let page = pages.next() {
            if page.isFirst, open.count < Self.maximumStreams { open.insert(page.serial) }
            if page.isLast { open.remove(page.serial) }
        }
    }
}
