internal import COgg
internal import Plumbing

/// Mono speech as the bytes of an Ogg Opus stream (RFC 7845), produced page by page. Equal samples give equal bytes.
final class OpusStream {
    var sampleRate: Int { packets.sampleRate }
    /// Samples taken so far; the stream decodes to exactly as many.
    var frameCount: Int { packets.sampleCount }

    private let packets: OpusPackets
    private let isLive: Bool
    private let output: (UnsafeRawBufferPointer) throws(Problem) -> Void
    private var stream = ogg_stream_state()
    /// Packets that libogg has been given.
    private var count: Int64 = 0
    private var encoded = 0
    private var isFinished = false
    /// Any number is valid: there is one stream in the file.
    private static let serial: Int32 = 0x5665_7262

    /// - Parameters:
    ///   - sampleRate: Hz, one of ``OpusEncoding/rates``.
    ///   - bitRate: bits per second on average.
    ///   - isLive: whether each packet is a separate page; otherwise a page has about a second.
    ///   - output: takes the bytes as they are produced, the first ones at once.
    init(
        sampleRate: Int, bitRate: Int, isLive: Bool = false,
        output: @escaping (UnsafeRawBufferPointer) throws(Problem) -> Void
    ) throws(Problem) {
        self.output = output
        self.isLive = isLive
        packets = try OpusPackets(sampleRate: sampleRate, bitRate: bitRate)
        ogg_stream_init(&stream, Self.serial)
        try put(head, granule: 0, isLast: false)
        try writePages(flushing: true)
        try put(tags, granule: 0, isLast: false)
        try writePages(flushing: true)
    }

    deinit { ogg_stream_clear(&stream) }

    /// Appends samples.
    func write(_ samples: [Int16]) throws(Problem) {
        for packet in try packets.packets(adding: samples) { try add(packet, isLast: false) }
    }

    /// Ends the stream.
    func finish() throws(Problem) {
        guard !isFinished else { return }
        isFinished = true
        let rest = try packets.end()
        for (number, packet) in rest.enumerated() { try add(packet, isLast: number == rest.count - 1) }
        try writePages(flushing: true)
    }

    private func add(_ packet: [UInt8], isLast: Bool) throws(Problem) {
        encoded += packets.frameLength
        // Samples beyond the last one are cut off by the end that the last page states.
        let end = isLast ? packets.lookahead + frameCount : encoded
        try put(packet, granule: ticks(end), isLast: isLast)
        try writePages(flushing: isLive)
    }

    private func put(_ bytes: [UInt8], granule: Int64, isLast: Bool) throws(Problem) {
        var bytes = bytes
        let failed = bytes.withUnsafeMutableBufferPointer { bytes in
            var packet = ogg_packet(
                packet: bytes.baseAddress, bytes: bytes.count, b_o_s: count == 0 ? 1 : 0, e_o_s: isLast ? 1 : 0,
                granulepos: granule, packetno: count)
            return ogg_stream_packetin(&stream, &packet) != 0
        }
        guard !failed else { throw Problem(.internal, "output.ogg", "libogg refused a packet") }
        count += 1
    }

    private func writePages(flushing: Bool) throws(Problem) {
        var page = ogg_page()
        while (flushing ? ogg_stream_flush(&stream, &page) : ogg_stream_pageout(&stream, &page)) != 0 {
            try output(UnsafeRawBufferPointer(start: page.header, count: page.header_len))
            try output(UnsafeRawBufferPointer(start: page.body, count: page.body_len))
        }
    }

    /// Samples on Ogg Opus's clock, which always runs at 48 kHz.
    private func ticks(_ samples: Int) -> Int64 { Int64(samples) * Int64(48_000 / sampleRate) }

    /// RFC 7845, section 5.1.
    private var head: [UInt8] {
        Array("OpusHead".utf8) + [1, 1] + little(UInt32(clamping: ticks(packets.lookahead)), bytes: 2)
            + little(UInt32(sampleRate), bytes: 4) + [0, 0, 0]
    }

    /// RFC 7845, section 5.2: the vendor, and no comments.
    private var tags: [UInt8] {
        let vendor = Array("Verbio".utf8)
        return Array("OpusTags".utf8) + little(UInt32(vendor.count), bytes: 4) + vendor + little(0, bytes: 4)
    }

    private func little(_ value: UInt32, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
