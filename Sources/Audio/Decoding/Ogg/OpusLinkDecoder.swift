internal import COgg
internal import COpus
internal import Plumbing

/// One link of an Ogg Opus stream, decoded at 16 kHz straight (RFC 7845).
///
/// The length is exact to the sample: the pre-skip is dropped, the end is where the last page says. Holes are filled by the
/// decoder's concealment, so that what follows keeps its time.
final class OpusLinkDecoder: AudioDecoder {
    let format: NativeFormat
    var damage: [AudioDamage] { damaged.entries }

    /// Ticks of the 48 kHz clock per sample at 16 kHz.
    private static let ticks = 3
    /// The shortest Opus frame, 2.5 ms, and the longest packet, 120 ms, in samples at 16 kHz.
    private static let shortestFrame = 40
    private static let longestPacket = 1_920

    private var damaged = DamageLog()
    private let link: OggLink
    private let head: OpusHead
    private let limits: DecodingLimits
    private let core: OpusCore
    private var stream = ogg_stream_state()
    private var buffer: [Float]
    /// Position in decoded samples at 16 kHz, before anything is dropped.
    private var decoded = 0
    private var delivered = 0
    /// The granule position at the end of the page before; nil before the first page of audio.
    private var lastGranule: Int64?
    private var sawTags = false
    /// A page whose packets wait until the hole before it has been filled.
    private var pending: (packets: [[UInt8]], end: Int?)?
    private var hole = 0

    init(_ link: OggLink, limits: DecodingLimits) throws(Problem) {
        self.link = link
        self.limits = limits
        guard let first = link.next() else { throw Problem(.internal, "audio.ogg", "the link has no first page") }
        head = try OpusHead(first.body)
        try limits.check(rate: speechSampleRate, channels: head.channels)
        core = try OpusCore(head)
        buffer = [Float](repeating: 0, count: Self.longestPacket * head.channels)
        let rate = limits.rates.contains(head.inputRate) ? head.inputRate : 48_000
        format = NativeFormat(container: "ogg", codec: "opus", rate: rate, channels: head.channels)
        ogg_stream_init(&stream, first.serial)
        _ = packets(of: first)
    }

    deinit { ogg_stream_clear(&stream) }

    func read() throws -> DecodedChunk? {
        while true {
            if hole > 0 { return chunk(conceal()) }
            if let page = pending.take() {
                let samples = decode(page.packets, end: page.end)
                if !samples.isEmpty { return chunk(samples) }
                continue
            }
            guard let page = link.next() else { return nil }
            take(page)
        }
    }

    private func chunk(_ samples: [Float]) -> DecodedChunk {
        delivered += samples.count / head.channels
        return DecodedChunk(rate: speechSampleRate, channels: head.channels, samples: samples)
    }

    private var seconds: Double { Double(delivered) / Double(speechSampleRate) }

    // MARK: Pages

    private func take(_ page: OggPage) {
        let lost = link.missingPages > 0
        var packets = packets(of: page)
        if !sawTags, let first = packets.first {
            sawTags = true
            if first.starts(with: "OpusTags".utf8) { packets.removeFirst() }
        }
        let durations = packets.map { core.samples(in: $0) }
        if durations.contains(0) {
            damaged.note(at: seconds, "a packet is damaged")
        }
        let sound = zip(packets, durations).filter { $0.1 > 0 }.map(\.0)
        let duration = durations.reduce(0, +)
        // Headers have no time of their own.
        guard page.granule >= 0, lastGranule != nil || !durations.isEmpty || page.isLast else {
            pending = (sound, nil)
            return
        }
        // A stream cut from a longer one does not begin at 0; a first page that is also the last, or that follows a
        // lost one, does.
        let before = lastGranule ?? (page.isLast || lost ? 0 : page.granule - Int64(duration * Self.ticks))
        let (span, overflow) = page.granule.subtractingReportingOverflow(before)
        lastGranule = page.granule
        // A span of more than a year and a half is no span, and would overflow below.
        guard !overflow, let length = Int(exactly: span), length.magnitude < 1 << 41 else {
            pending = (sound, nil)
            return
        }
        // The last page ends where its granule position says; every other one where its packets do.
        let end = page.isLast ? decoded + max(0, length + 1) / Self.ticks : nil
        pending = (sound, end)
        let surplus = length / Self.ticks - duration
        guard surplus >= Self.shortestFrame else { return }
        // What was lost were whole packets; on the last page the end of the last one is trimmed as well.
        let packet = max(Self.shortestFrame, page.isLast ? durations.max() ?? 0 : 0)
        if Double(surplus) <= limits.gapSeconds * Double(speechSampleRate) {
            hole = page.isLast ? (surplus + packet - 1) / packet * packet : surplus / packet * packet
            if !lost, hole >= speechSampleRate {
                damaged.note(at: seconds, "\(hole / speechSampleRate) seconds of the stream are missing")
            }
        } else {
            damaged.note(at: seconds, "the stream's clock jumps")
        }
    }

    private func packets(of page: OggPage) -> [[UInt8]] {
        stream.take(page)
        var found: [[UInt8]] = []
        var packet = ogg_packet()
        // Negative: a packet was lost; the granule positions tell how much.
        while case let result = ogg_stream_packetout(&stream, &packet), result != 0 {
            guard result > 0, packet.bytes >= 0 else { continue }
            found.append(Array(UnsafeBufferPointer(start: packet.packet, count: packet.bytes)))
        }
        return found
    }

    // MARK: Samples

    private func decode(_ packets: [[UInt8]], end: Int?) -> [Float] {
        var samples: [Float] = []
        for packet in packets {
            let count = core.decode(packet, into: &buffer, frames: Self.longestPacket)
            if count > 0 {
                append(count, to: &samples, end: end)
            } else {
                damaged.note(at: seconds, "a packet cannot be decoded")
                buffer.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
                append(min(core.samples(in: packet), Self.longestPacket), to: &samples, end: end)
            }
        }
        return samples
    }

    /// At most a second of what the decoder makes up for lost packets.
    private func conceal() -> [Float] {
        var samples: [Float] = []
        while hole > 0, samples.count < speechSampleRate * head.channels {
            let wanted = min(hole, Self.longestPacket / 2)
            let count = core.decode(nil, into: &buffer, frames: wanted)
            if count <= 0 { buffer.withUnsafeMutableBufferPointer { $0.update(repeating: 0) } }
            let made = count > 0 ? min(count, wanted) : wanted
            append(made, to: &samples, end: nil)
            hole -= made
        }
        return samples
    }

    /// Adds what is in the buffer, without what lies before the pre-skip or behind the end.
    private func append(_ count: Int, to samples: inout [Float], end: Int?) {
        let first = max(0, (head.preSkip + 1) / Self.ticks - decoded)
        let last = min(count, (end ?? .max) - decoded)
        decoded += count
        guard first < last else { return }
        samples += buffer[first * head.channels..<last * head.channels]
    }
}

/// libopus for one or for several streams.
private final class OpusCore {
    private let single: OpaquePointer?
    private let multiple: OpaquePointer?

    init(_ head: OpusHead) throws(Problem) {
        var error: Int32 = 0
        let rate = Int32(speechSampleRate)
        if head.usesMultistream {
            single = nil
            multiple = opus_multistream_decoder_create(
                rate, Int32(head.channels), Int32(head.streams), Int32(head.coupled), head.mapping, &error)
            if let multiple { _ = verbio_opus_multistream_set_gain(multiple, head.gain) }
        } else {
            // The multistream decoder would do, but asks the processor for its features four times per packet, which is
            // slow in a virtual machine.
            single = opus_decoder_create(rate, Int32(head.channels), &error)
            multiple = nil
            if let single { _ = verbio_opus_set_gain(single, head.gain) }
        }
        guard single != nil || multiple != nil else {
            throw Problem(
                .input, "audio.malformed", "the Opus stream cannot be decoded (libopus error \(error))",
                cure: "encode the recording again")
        }
    }

    deinit {
        if let single { opus_decoder_destroy(single) }
        if let multiple { opus_multistream_decoder_destroy(multiple) }
    }

    /// The duration of a packet in samples at 16 kHz; 0 where it is no packet.
    func samples(in packet: [UInt8]) -> Int {
        guard let length = Int32(exactly: packet.count), length > 0 else { return 0 }
        return max(0, Int(opus_packet_get_nb_samples(packet, length, Int32(speechSampleRate))))
    }

    /// Decodes a packet, or makes up for one that was lost; the number of frames or an error below 0.
    func decode(_ packet: [UInt8]?, into buffer: inout [Float], frames: Int) -> Int {
        let length = packet.flatMap { Int32(exactly: $0.count) } ?? 0
        if let single { return Int(opus_decode_float(single, packet, length, &buffer, Int32(frames), 0)) }
        guard let multiple else { return -1 }
        return Int(opus_multistream_decode_float(multiple, packet, length, &buffer, Int32(frames), 0))
    }
}
