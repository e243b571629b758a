internal import COgg

/// One page of an Ogg stream, with its checksum verified.
struct OggPage {
    /// The bytes that every page begins with (RFC 3533 §6).
    static let magic = Array("OggS".utf8)

    var header: [UInt8]
    var body: [UInt8]
    var serial: Int32
    var sequence: Int
    /// Samples up to the end of this page, or -1 if no packet ends on it.
    var granule: Int64
    var isFirst: Bool
    var isLast: Bool
}

/// Finds the pages in a stream of bytes and skips damaged parts.
///
/// If bytes look like the head of a page, the search must sum up to 65 KB after it to verify that. The search gives up on
/// rubbish that looks like a head again and again. A damaged stream has no more such bytes than it has bytes.
final class OggPageSearch {
    private var sync = ogg_sync_state()
    /// Bytes that arrived, and those that were summed without result.
    private var (received, wasted) = (0, 0)

    private static let (wastedPerByte, wastedAtLeast) = (8, 1 << 20)

    init() { ogg_sync_init(&sync) }

    deinit { ogg_sync_clear(&sync) }

    /// Bytes since the last page, among them those that were not looked at yet.
    var rest: Int { skipped + Int(sync.fill) - Int(sync.returned) }
    private var skipped = 0

    /// Whether the search has given up because the bytes are rubbish.
    var isGivenUp: Bool { wasted > received * Self.wastedPerByte + Self.wastedAtLeast }

    /// Takes the bytes that are written into the buffer of this size; false if there are none, or if the search has given up.
    func take(upTo size: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
        guard !isGivenUp, let buffer = ogg_sync_buffer(&sync, size) else { return false }
        let count = write(UnsafeMutableRawBufferPointer(start: buffer, count: size))
        received += count
        return count > 0 && ogg_sync_wrote(&sync, count) == 0
    }

    /// The next page; nil if that needs more bytes.
    func next() -> OggPage? {
        while !isGivenUp {
            var page = ogg_page()
            let candidate = candidateLength
            let step = ogg_sync_pageseek(&sync, &page)
            if step > 0 {
                skipped = 0
                return OggPage(page)
            }
            if step == 0 { return nil }
            skipped -= Int(step)
            // Bytes were skipped in search of a page; the sequence numbers reveal the missing page.
            wasted += candidate
        }
        return nil
    }

    /// The length of the page that begins at the search position, as its head states it. It is 0 if no page begins
    /// there, or if the head is not complete.
    private var candidateLength: Int {
        let waiting = Int(sync.fill) - Int(sync.returned)
        guard waiting >= 27, let data = sync.data else { return 0 }
        let bytes = UnsafeBufferPointer(start: data + Int(sync.returned), count: waiting)
        guard bytes.starts(with: OggPage.magic) else { return 0 }
        let head = 27 + Int(bytes[26])
        guard head <= waiting else { return 0 }
        return bytes[27..<head].reduce(head) { $0 + Int($1) }
    }
}

/// The pages of a source, one after another.
final class OggPageReader {
    private let source: ReplaySource
    private let search = OggPageSearch()
    private var returned: OggPage?

    init(_ source: ReplaySource) { self.source = source }

    /// Bytes behind the last page, at the end.
    var foreignBytes: Int { search.rest }

    func next() -> OggPage? {
        if let page = returned.take() { return page }
        while true {
            if let page = search.next() { return page }
            guard search.take(upTo: 8_192, source.read(into:)) else { return nil }
        }
    }

    /// Whether there is another page.
    var goOn: Bool {
        returned = next()
        return returned != nil
    }

    /// Returns a page, which is then read again.
    func putBack(_ page: OggPage) { returned = page }
}

extension OggPage {
    fileprivate init?(_ page: ogg_page) {
        var page = page
        guard let header = page.header, page.header_len > 0, page.body_len >= 0 else { return nil }
        self.header = Array(UnsafeBufferPointer(start: header, count: page.header_len))
        body = Array(UnsafeBufferPointer(start: page.body, count: page.body_len))
        serial = ogg_page_serialno(&page)
        sequence = ogg_page_pageno(&page)
        granule = ogg_page_granulepos(&page)
        isFirst = ogg_page_bos(&page) != 0
        isLast = ogg_page_eos(&page) != 0
    }
}

/// The pages of one logical stream, from its first page to where the next link of the chain begins.
final class OggLink {
    let first: OggPage
    /// Whether the page that ends the stream has arrived.
    private(set) var sawEnd = false
    /// Pages that never arrived, as the sequence numbers show; the decoder that reports them takes them.
    private(set) var missingPages = 0
    /// Pages that arrived twice in a row and are left out; the decoder that reports them takes them.
    private var repeatedPages = 0

    private let pages: OggPageReader
    private var nextSequence: Int
    /// The header of the page before. It holds the number, the position and the checksum of that page.
    private var lastHeader: [UInt8] = []
    private var firstPending = true
    private var sawData = false

    init(first: OggPage, pages: OggPageReader) {
        self.first = first
        self.pages = pages
        nextSequence = first.sequence
        lastHeader = first.header
    }

    func next() -> OggPage? {
        if firstPending {
            firstPending = false
            nextSequence = (first.sequence + 1) & 0xFFFF_FFFF
            return first
        }
        while let page = pages.next() {
            guard page.header != lastHeader else {
                repeatedPages += 1
                continue
            }
            if page.isFirst, sawData || page.serial == first.serial {
                pages.putBack(page)
                return nil
            }
            if !page.isFirst { sawData = true }
            // Other streams interleaved with this one, such as video, are left out.
            guard page.serial == first.serial else { continue }
            lastHeader = page.header
            let jump = (page.sequence - nextSequence) & 0xFFFF_FFFF
            if jump > 0, jump < 0x8000_0000 { missingPages += jump }
            nextSequence = (page.sequence + 1) & 0xFFFF_FFFF
            if page.isLast { sawEnd = true }
            return page
        }
        return nil
    }

    func takeMissingPages() -> Int {
        defer { missingPages = 0 }
        return missingPages
    }

    func takeRepeatedPages() -> Int {
        defer { repeatedPages = 0 }
        return repeatedPages
    }
}

extension ogg_stream_state {
    /// Takes in a page, so that its packets can then be taken out.
    mutating func take(_ page: OggPage) {
        var (header, body) = (page.header, page.body)
        header.withUnsafeMutableBufferPointer { header in
            body.withUnsafeMutableBufferPointer { body in
                var page = ogg_page(
                    header: header.baseAddress, header_len: header.count, body: body.baseAddress, body_len: body.count)
                _ = ogg_stream_pagein(&self, &page)
            }
        }
    }
}
