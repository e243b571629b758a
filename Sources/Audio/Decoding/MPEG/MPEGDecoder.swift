internal import CMpg123
internal import Plumbing

/// MP1, MP2 and MP3 through libmpg123, fed as the bytes arrive.
///
/// Length and rate are those of the frames: without an index the length cannot be known before the end. Encoder delay and
/// padding are removed if the LAME tag states them.
final class MPEGDecoder: AudioDecoder {
    let format: NativeFormat
    var damage: [AudioDamage] { damaged.entries }

    private var damaged = DamageLog()
    private let source: ReplaySource
    /// The place of the first frame in the source.
    private let origin: Int
    private let handle: OpaquePointer
    private let channels: Int
    private let first: MPEGFrameHeader
    /// The contents of the index in the first frame, if there is one.
    private let index: Index?
    private var rate: Int
    /// Seconds that were at other rates, and samples of each channel since.
    private var (secondsBefore, delivered) = (0.0, 0)
    private var frames = 0
    /// The frames, if they state their sizes. Otherwise libmpg123 finds them.
    private var pieces: MPEGFrames?
    /// Bytes of the frames so far, how many they were, and bytes between them that are no tag.
    private var (fedBytes, fedFrames, skipped) = (0, 0, 0)
    private var isCut = false
    /// Where a recording of another kind begins.
    private(set) var end: Int?
    private let longestGap: Double
    private var ended = false

    /// Bytes of garbage that are searched for the next frame before decoding is abandoned.
    private static let resyncLimit = 64 << 10
    /// Samples of encoder delay and of padding, of which the LAME tag has 12 bits each.
    private static let longestTrim = 2 * 4_095

    /// - Parameters:
    ///   - source: at the first frame.
    ///   - first: that frame's header.
    init(_ source: ReplaySource, first: MPEGFrameHeader, limits: DecodingLimits) throws(Problem) {
        mpg123_init()
        guard let handle = mpg123_new(nil, nil) else {
            throw Problem(.internal, "audio.mpg123", "libmpg123 cannot be used on this machine")
        }
        self.source = source
        origin = source.position
        self.handle = handle
        self.first = first
        channels = first.channels
        rate = first.rate
        let codec = "mp\(first.layer)"
        format = NativeFormat(container: "mp3", codec: codec, rate: first.rate, channels: first.channels)
        index = Index(source.peek(192), first)
        pieces = first.size == nil ? nil : MPEGFrames(source, first: first)
        longestGap = limits.gapSeconds
        // Before version 1.33 it prints a sentence even so. That happens if a layer II frame in joint stereo names a
        // bound that its bitrate does not have.
        let flags = Int(MPG123_QUIET.rawValue) | Int(MPG123_GAPLESS.rawValue)
        _ = verbio_mpg123_set(handle, Int32(MPG123_ADD_FLAGS.rawValue), flags)
        _ = verbio_mpg123_set(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), Self.resyncLimit)
        // Only the rate may change on the way; frames that switch between mono and stereo are converted.
        mpg123_format_none(handle)
        for rate in [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] {
            mpg123_format(handle, rate, Int32(channels), Int32(MPG123_ENC_FLOAT_32.rawValue))
        }
        guard mpg123_open_feed(handle) == MPG123_OK.rawValue else {
            mpg123_delete(handle)
            throw Problem(.internal, "audio.mpg123", "libmpg123 cannot be used on this machine")
        }
    }

    deinit { mpg123_delete(handle) }

    func read() throws -> DecodedChunk? {
        var samples: [Float] = []
        // Ten frames are a quarter of a second.
        while !ended, samples.count < 10 * first.samples * channels {
            var number: Int = 0
            var audio: UnsafeMutablePointer<UInt8>?
            var bytes = 0
            switch mpg123_decode_frame(handle, &number, &audio, &bytes) {
            case MPG123_OK.rawValue:
                frames += 1
                if let audio, bytes > 0 {
                    audio.withMemoryRebound(to: Float.self, capacity: bytes / 4) { floats in
                        samples.append(contentsOf: UnsafeBufferPointer(start: floats, count: bytes / 4))
                    }
                }
            case MPG123_NEW_FORMAT.rawValue:
                // Samples of the old rate are handed out before any of the new one.
                let before = samples.isEmpty ? nil : chunk(samples)
                readFormat()
                if let before { return before }
            case MPG123_NEED_MORE.rawValue:
                if !samples.isEmpty, source.base.length == nil { return chunk(samples) }
                let lost = feed(decoded: seconds(of: samples))
                samples.append(contentsOf: repeatElement(0, count: lost * channels))
            default:
                ended = true
                damaged.note(at: seconds(of: samples), "what follows is not audio")
            }
        }
        return samples.isEmpty ? nil : chunk(samples)
    }

    /// The length in the index, if all the bytes that it counts are in the file. The caller asks for it after the first
    /// samples.
    var expectedSeconds: Double? {
        guard let index, let bytes = index.bytes, let length = source.base.length, bytes <= length - origin else {
            return nil
        }
        // If libmpg123 does not recognize the tag, it returns its position.
        let samples = Int(verbio_mpg123_length(handle))
        guard samples > 0, samples + Self.longestTrim >= index.frames * first.samples else { return nil }
        return Double(samples) / Double(first.rate)
    }

    private func chunk(_ samples: [Float]) -> DecodedChunk {
        let chunk = DecodedChunk(rate: rate, channels: channels, samples: NativeSamples(samples))
        delivered += chunk.frames
        return chunk
    }

    /// The time at which the next samples end. It is counted, not summed up chunk by chunk, because the size of a chunk depends
    /// on how the bytes arrived.
    private func seconds(of samples: [Float]) -> Double {
        secondsBefore + Double(delivered + samples.count / channels) / Double(rate)
    }

    /// Gives libmpg123 the next frame.
    ///
    /// - Returns: samples of each channel that are missing before that frame. They become silence, so that later audio keeps its
    ///   time.
    private func feed(decoded: Double) -> Int {
        let bytes: [UInt8]
        switch pieces?.next() {
        case nil: bytes = source.read(upTo: 8_192)
        case .frame(let frame)?: bytes = frame
        case .cut(let rest)?:
            isCut = true
            bytes = rest
        case .other?:
            end = source.position
            bytes = []
        case .end?: bytes = []
        case .skipped(let count, let isTag)?:
            // A tag holds no audio. Where recordings were joined, it may be large.
            if !isTag { skipped += count }
            return 0
        }
        guard !bytes.isEmpty else {
            ended = true
            noteEnd(decoded)
            return 0
        }
        defer { (fedBytes, fedFrames) = (fedBytes + bytes.count, fedFrames + 1) }
        if mpg123_feed(handle, bytes, bytes.count) != MPG123_OK.rawValue {
            ended = true
            damaged.note(at: decoded, "the rest cannot be decoded")
        }
        return missing(at: decoded)
    }

    /// The samples that were in the skipped bytes: as many as in so many bytes of frames.
    private func missing(at seconds: Double) -> Int {
        defer { skipped = 0 }
        guard skipped > 0 else { return 0 }
        let lost = fedBytes > 0 ? Double(skipped) * Double(fedFrames) / Double(fedBytes) : 0
        let length = lost * Double(first.samples) / Double(rate)
        guard lost >= 0.5, length <= longestGap else {
            damaged.note(at: seconds, "bytes that are not audio were skipped")
            return 0
        }
        damaged.note(at: seconds, "about \(tenths(length)) s are damaged, and are silence")
        return Int(lost.rounded()) * first.samples
    }

    private func noteEnd(_ decoded: Double) {
        if skipped >= RecordingBoundary.leastForeign {
            damaged.note(.foreign(skipped, at: decoded))
        }
        // The index frame itself is not counted, and the last frame may be trimmed away.
        if let index, frames + 2 < index.frames || isShort(of: index) {
            let claimed = Double(index.frames * first.samples) / Double(first.rate)
            damaged.note(.endsBeforeHeader(at: decoded, claimed: claimed))
        } else if isCut {
            damaged.note(at: decoded, "the last frame is cut off", isCut: true)
        }
    }

    /// Whether both frames and bytes of those that the index counts are missing.
    private func isShort(of index: Index) -> Bool {
        guard let bytes = index.bytes, frames < index.frames else { return false }
        return source.received - origin < bytes
    }

    private func readFormat() {
        var rate = 0
        var channels: Int32 = 0
        var encoding: Int32 = 0
        mpg123_getformat(handle, &rate, &channels, &encoding)
        guard rate > 0, rate != self.rate else { return }
        secondsBefore = seconds(of: [])
        (self.rate, delivered) = (rate, 0)
    }

    /// The Xing or Info tag of the first frame.
    private struct Index {
        /// Without the frame that contains it.
        let frames: Int
        /// With that frame; nil if it is not stated.
        let bytes: Int?

        init?(_ frame: ArraySlice<UInt8>, _ header: MPEGFrameHeader) {
            guard header.layer == 3 else { return nil }
            let sideInfo = header.version == 1 ? (header.channels == 1 ? 17 : 32) : (header.channels == 1 ? 9 : 17)
            let tag = Array(frame.dropFirst(4 + sideInfo).prefix(16))
            guard tag.count == 16, tag.starts(with: "Xing".utf8) || tag.starts(with: "Info".utf8), tag[7] & 1 != 0
            else {
                return nil
            }
            func number(at place: Int) -> Int { tag[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
            frames = number(at: 8)
            bytes = tag[7] & 2 != 0 ? number(at: 12) : nil
        }
    }
}
