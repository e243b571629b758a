internal import COgg
internal import Plumbing

/// One link of an Ogg Opus stream, decoded directly at 16 kHz (RFC 7845).
///
/// The length is exact to the sample: the pre-skip is dropped, and the end is the one that the last page states. The decoder's
/// concealment fills holes, so that later audio keeps its time.
///
/// If a listener hears the recording, a second decoder gives it at its own rate next to the first. That is the lowest rate of
/// Opus that holds the encoded audio, as in libsndfile, and therefore in `audiowaveform`.
final class OpusLinkDecoder: AudioDecoder {
    let format: NativeFormat
    var damage: [AudioDamage] { damaged.entries }

    /// Ticks of the 48 kHz clock per sample at 16 kHz.
    private static let ticks = clockRate / speechSampleRate
    private static let clockRate = 48_000
    /// The shortest Opus frame, 2.5 ms, and the longest packet, 120 ms, in samples at 16 kHz.
    private static let shortestFrame = 40
    private static let longestPacket = 1_920

    private var damaged = DamageLog()
    private let link: OggLink
    private let head: OpusHead
    private let limits: DecodingLimits
    private let core: OpusCore
    private let recorded: OpusCore?
    /// Ticks of the 48 kHz clock per sample at the recording's own rate.
    private let ownTicks: Int
    private var steady = SteadySilence()
    private var stream = ogg_stream_state()
    private var buffer: [Float]
    /// At the recording's own rate.
    private var ownBuffer: [Float]
    /// Position in decoded samples at 16 kHz, before the pre-skip is dropped.
    private var decoded = 0
    private var delivered = 0
    /// The granule position at the end of the page before; nil before the first page of audio.
    private var lastGranule: Int64?
    private var sawTags = false
    /// A page whose packets wait until the hole before it has been filled.
    private var pending: (packets: [[UInt8]], end: End?)?
    private var hole = 0

    /// The end of the stream, in decoded samples at 16 kHz and in ticks.
    private typealias End = (samples: Int, ticks: Int)

    /// Interleaved samples at 16 kHz, and, if a listener hears the recording, at its own rate.
    private struct Piece {
        var samples: [Float] = []
        var own: [Float] = []
    }

    init(_ link: OggLink, limits: DecodingLimits, isHeardAsRecorded: Bool = false) throws(Problem) {
        self.link = link
        self.limits = limits
        guard let first = link.next() else { throw Problem(.internal, "audio.ogg", "the link has no first page") }
        head = try OpusHead(first.body)
        try limits.check(rate: speechSampleRate, channels: head.channels)
        core = try OpusCore(head, rate: speechSampleRate)
        let rate = Self.ownRate(of: head)
        ownTicks = Self.clockRate / rate
        recorded = isHeardAsRecorded ? try OpusCore(head, rate: rate) : nil
        buffer = [Float](repeating: 0, count: Self.longestPacket * head.channels)
        ownBuffer = recorded == nil ? [] : [Float](repeating: 0, count: buffer.count * Self.ticks / ownTicks)
        format = NativeFormat(container: "ogg", codec: "opus", rate: rate, channels: head.channels)
        ogg_stream_init(&stream, first.serial)
        _ = packets(of: first)
    }

    /// If the header does not state the rate of the encoded audio, the highest rate of Opus is used.
    private static func ownRate(of head: OpusHead) -> Int {
        OpusEncoding.rates.first { head.inputRate > 0 && $0 >= head.inputRate } ?? clockRate
    }

    deinit { ogg_stream_clear(&stream) }

    func read() throws -> DecodedChunk? {
        while true {
            if hole > 0 { return chunk(conceal()) }
            if let page = pending.take() {
                let piece = decode(page.packets, end: page.end)
                if !piece.samples.isEmpty || !piece.own.isEmpty { return chunk(piece) }
                continue
            }
            guard let page = link.next() else { return nil }
            take(page)
        }
    }

    private func chunk(_ piece: Piece) -> DecodedChunk {
        delivered += piece.samples.count / head.channels
        var chunk = DecodedChunk(rate: speechSampleRate, channels: head.channels, samples: NativeSamples(piece.samples))
        if recorded != nil { chunk.recorded = (Self.clockRate / ownTicks, piece.own) }
        return chunk
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
        // A stream cut from a longer one does not begin at 0. A first page that is also the last, or that follows a lost one,
        // does.
        let before = lastGranule ?? (page.isLast || lost ? 0 : page.granule - Int64(duration * Self.ticks))
        let (span, overflow) = page.granule.subtractingReportingOverflow(before)
        lastGranule = page.granule
        // A span of more than a year and a half is not valid, and it would overflow below.
        guard !overflow, let length = Int(exactly: span), length.magnitude < 1 << 41 else {
            pending = (sound, nil)
            return
        }
        // The last page ends at its granule position; every other page ends with its packets.
        let end: End? =
            page.isLast
            ? (decoded + max(0, length + 1) / Self.ticks, decoded * Self.ticks + max(0, length)) : nil
        pending = (sound, end)
        let surplus = length / Self.ticks - duration
        guard surplus >= Self.shortestFrame else { return }
        // Only whole packets were lost; on the last page the end of the last one is trimmed as well.
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
        // Negative: a packet was lost; the granule positions show how much.
        while case let result = ogg_stream_packetout(&stream, &packet), result != 0 {
            guard result > 0, packet.bytes >= 0 else { continue }
            found.append(Array(UnsafeBufferPointer(start: packet.packet, count: packet.bytes)))
        }
        return found
    }

    // MARK: Samples

    private func decode(_ packets: [[UInt8]], end: End?) -> Piece {
        var piece = Piece()
        for packet in packets {
            // The samples of the last packet are still in the buffers.
            if let count = steady.length(of: packet) {
                append(count, to: &piece, end: end)
                continue
            }
            let count = core.decode(packet, into: &buffer, frames: Self.longestPacket)
            if count > 0 {
                decodeOwn(packet, frames: Self.longestPacket)
                append(count, to: &piece, end: end)
                steady.note(packet, length: count, buffer.prefix(count * head.channels))
            } else {
                damaged.note(at: seconds, "a packet cannot be decoded")
                silence()
                steady = SteadySilence()
                append(min(core.samples(in: packet), Self.longestPacket), to: &piece, end: end)
            }
        }
        return piece
    }

    /// At most a second of concealment for lost packets.
    private func conceal() -> Piece {
        var piece = Piece()
        steady = SteadySilence()
        while hole > 0, piece.samples.count < speechSampleRate * head.channels {
            let wanted = min(hole, Self.longestPacket / 2)
            let count = core.decode(nil, into: &buffer, frames: wanted)
            if count > 0 { decodeOwn(nil, frames: wanted) } else { silence() }
            let made = count > 0 ? min(count, wanted) : wanted
            append(made, to: &piece, end: nil)
            hole -= made
        }
        return piece
    }

    /// Decodes with the second decoder what the first has just decoded.
    private func decodeOwn(_ packet: [UInt8]?, frames: Int) {
        guard let recorded, recorded.decode(packet, into: &ownBuffer, frames: frames * Self.ticks / ownTicks) <= 0
        else { return }
        ownBuffer.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    private func silence() {
        buffer.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
        ownBuffer.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    /// Adds the samples in the buffers, without those before the pre-skip or after the end.
    private func append(_ count: Int, to piece: inout Piece, end: End?) {
        let first = max(0, (head.preSkip + 1) / Self.ticks - decoded)
        let last = min(count, (end?.samples ?? .max) - decoded)
        // Rounded down at both ends, as libsndfile does.
        let ownDecoded = decoded * Self.ticks / ownTicks
        let firstOwn = max(0, head.preSkip / ownTicks - ownDecoded)
        let lastOwn = min(count * Self.ticks / ownTicks, (end?.ticks ?? .max) / ownTicks - ownDecoded)
        decoded += count
        if first < last { piece.samples += buffer[first * head.channels..<last * head.channels] }
        guard recorded != nil, firstOwn < lastOwn else { return }
        piece.own += ownBuffer[firstOwn * head.channels..<lastOwn * head.channels]
    }
}
