internal import CSndFile
internal import Glibc
internal import Plumbing

/// Decodes the formats of libsndfile: AIFF, AU, CAF, W64, compressed WAV and a few more.
///
/// libsndfile is given a file of unknown length that cannot seek to its end, which makes it stream. Otherwise it reads the
/// whole input before the first sample. The length that it states is a claim and is only compared with the samples that
/// arrived.
final class SndFileDecoder: AudioDecoder {
    let format: NativeFormat
    let expectedSeconds: Double?
    var damage: [AudioDamage] { damaged.entries }

    /// Where the recording has ended; nil for plain samples in a source of their own.
    private(set) var end: Int?

    private var damaged = DamageLog()
    /// The bytes of this recording alone, which others may follow.
    private let piece: PieceSource?
    private let handle: OpaquePointer
    private let input: SndFileInput
    private let channels: Int
    private let rate: Int
    private let claimedFrames: Int?
    /// The place of the samples in blocks of one size.
    private let packed: PackedSamples?
    private let stated: StatedSamples?
    private let blockFrames: Int
    private var frames = 0
    private var ended = false
    /// Frames that arrived since libsndfile last took a byte. Its G.721 to G.726 decoders continue with old data for as long as
    /// the header claims.
    private var framesOfNothing = 0
    /// The samples that a decoder may still hold from the bytes it has taken, if that is not known from ``packed``.
    private static let longestRest = 65_536

    /// - Parameter packed: the description of samples in blocks in the header of a WAV file; the header of other files is read
    ///   here.
    /// - Parameter piece: the source below, if other recordings may follow this one.
    /// - Throws: ``Problem`` `audio.malformed` with libsndfile's reason, or `audio.truncated` if the file ends within its
    ///   header, or the problem of the limits that are exceeded.
    init(
        _ source: ReplaySource, packed: PackedSamples? = nil, piece: PieceSource? = nil, limits: DecodingLimits
    ) throws(Problem) {
        try CoreAudioHeader.check(source)
        let wave64 = Wave64Header(source)
        let otherwisePacked = PackedSamples(source)
        stated = StatedSamples(source)
        var info = SF_INFO()
        let (handle, input) = try Self.open(source, &info)
        do {
            try limits.check(rate: Int(info.samplerate), channels: Int(info.channels))
        } catch {
            sf_close(handle)
            throw error
        }
        self.handle = handle
        self.input = input
        self.piece = piece
        rate = Int(info.samplerate)
        channels = Int(info.channels)
        format = Self.format(info)
        self.packed = packed ?? wave64?.packed ?? otherwisePacked
        let claim =
            self.packed.map { $0.claimedFrames ?? 0 } ?? wave64?.claimedFrames ?? stated?.frames ?? Int(
                exactly: info.frames) ?? 0
        // A claim that comes from the pretended length of the file is not valid.
        claimedFrames = claim > 0 && claim < SndFileInput.pretendedLength / 64 ? claim : nil
        let live = source.base.length == nil
        blockFrames = live ? max(64, rate / 10) : max(1_024, 16_384 / channels)
        expectedSeconds = Self.expected(info, claimedFrames, source)
    }

    deinit { sf_close(handle) }

    /// Most attempts to learn why libsndfile refuses a file.
    private static let maximumAttempts = 10

    /// Opens the file at this position.
    ///
    /// libsndfile keeps the reason of a refusal in one place for all threads, and each opening empties it. So a refused file is
    /// opened again, from the bytes that have arrived, until the same reason comes twice in succession.
    private static func open(
        _ source: ReplaySource, _ info: inout SF_INFO
    ) throws(Problem) -> (OpaquePointer, SndFileInput) {
        let (start, length) = (source.position, statedLength(source))
        var reason = ""
        for _ in 0..<maximumAttempts {
            let input = SndFileInput(source, length: length)
            var callbacks = SndFileInput.callbacks
            info = SF_INFO()
            let context = Unmanaged.passUnretained(input).toOpaque()
            if let handle = sf_open_virtual(&callbacks, Int32(SFM_READ), &info, context) { return (handle, input) }
            let given = String(cString: sf_strerror(nil))
            let isSame = given == reason && !given.hasPrefix("No Error")
            reason = given
            guard !isSame, source.seek(to: start) else { break }
        }
        throw problem(reason: reason, ended: source.ended)
    }

    /// The decoder for the file at this position.
    ///
    /// Plain samples are read by ``RawDecoder`` as those of WAV files are, because libsndfile ends at the length in the header,
    /// even if more follows.
    ///
    /// Other samples are read from a source that ends where the next recording begins.
    ///
    /// - Throws: as ``init(_:packed:piece:limits:)``.
    static func open(
        _ source: ReplaySource, _ boundary: RecordingBoundary?, limits: DecodingLimits
    ) throws(Problem) -> any AudioDecoder {
        let begin = source.position
        let decoder = try SndFileDecoder(source, limits: limits)
        // libsndfile knows the place of the first sample best.
        guard let layout = decoder.plainLayout, sf_seek(decoder.handle, 0, Int32(SF_SEEK_SET)) == 0 else {
            guard let boundary, source.seek(to: begin) else { return decoder }
            let piece = PieceSource(source, boundary)
            return try SndFileDecoder(ReplaySource(piece), piece: piece, limits: limits)
        }
        return try RawDecoder(
            layout, container: decoder.format.container, source: source,
            dataBytes: decoder.claimedFrames.map { $0 * layout.channels * layout.sample.width }, limits: limits)
    }

    /// The layout of plain samples that stand in one piece; nil for others.
    private var plainLayout: RawFormat? {
        guard ["aiff", "au", "caf", "w64"].contains(format.container), format.codec.hasPrefix("pcm_"),
            let sample = RawFormat.Sample(rawValue: String(format.codec.dropFirst(4)))
        else { return nil }
        return RawFormat(sample: sample, rate: rate, channels: channels)
    }

    func read() throws -> DecodedChunk? {
        guard !ended else { return nil }
        var samples = [Float](repeating: 0, count: blockFrames * channels)
        let taken = input.taken
        var count = Int(sf_readf_float(handle, &samples, sf_count_t(blockFrames)))
        if let packed {
            count = min(count, max(0, packed.frames(read: input.farthest) - frames))
        } else {
            if let claimedFrames, input.isSpent || stated != nil { count = min(count, max(0, claimedFrames - frames)) }
            framesOfNothing = input.taken > taken ? 0 : framesOfNothing + count
        }
        guard count > 0, framesOfNothing <= Self.longestRest else {
            ended = true
            noteEnd()
            return nil
        }
        frames += count
        samples.removeLast((blockFrames - min(count, blockFrames)) * channels)
        return DecodedChunk(rate: rate, channels: channels, samples: NativeSamples(samples))
    }

    /// Bytes of an AIFF file, as its beginning states them; another file may follow. It is nil if the size is at most
    /// that of its header, because the program did not return to write it.
    private static func statedLength(_ source: ReplaySource) -> Int? {
        let head = Bytes(source.peek(12), isBigEndian: true)
        guard head.text(0, 4) == "FORM", let size = head.u32(4), size > 4_096, size < 0x7FFF_F000 else { return nil }
        return size + 8
    }

    private func noteEnd() {
        let at = Double(frames) / Double(rate)
        end = piece?.drain()
        let unread = piece.map { piece in max(piece.foreignBytes, stated.map { piece.count - $0.end } ?? 0) } ?? 0
        if unread >= RecordingBoundary.leastForeign {
            damaged.note(.foreign(unread, at: at))
        }
        if let claimedFrames, frames < claimedFrames {
            damaged.note(.endsBeforeHeader(at: at, claimed: Double(claimedFrames) / Double(rate)))
        } else if sf_error(handle) != SF_ERR_NO_ERROR {
            damaged.note(at: at, "the rest cannot be decoded")
        }
    }

    private static func problem(reason: String, ended: Bool) -> Problem {
        let cause = reason.split(separator: "\n").first.map { $0.drop(while: { $0 == " " }) } ?? ""
        let detail = cause.hasSuffix(".") ? cause.dropLast() : cause
        // The kind of the file is already known, so the kind of its samples is unknown. For a CAF or W64 file libsndfile says
        // so. For a WAV file it then calls the description malformed. The third case is an AU file.
        let isUnknown = ["unimplemented", "unsupported encoding", "Malformed 'fmt ' chunk"].contains(
            where: cause.contains)
        if isUnknown || cause.contains("not recognised") && !ended {
            return Problem.unsupportedFormat("its kind of samples")
        }
        return ended
            ? Problem(
                .input, "audio.truncated", "the recording ends before any audio (\(detail))",
                cure: "give the whole file")
            : Problem(
                .input, "audio.malformed", "the audio cannot be decoded (\(detail))",
                cure: "export it again, as WAV or FLAC")
    }

    private static func expected(
        _ info: SF_INFO, _ frames: Int?, _ source: ReplaySource
    ) -> Double? {
        guard let frames, let length = source.base.length else { return nil }
        let width: Int? =
            switch Int(info.format) & Int(SF_FORMAT_SUBMASK) {
            case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_ULAW, SF_FORMAT_ALAW: 1
            case SF_FORMAT_PCM_16: 2
            case SF_FORMAT_PCM_24: 3
            case SF_FORMAT_PCM_32, SF_FORMAT_FLOAT: 4
            case SF_FORMAT_DOUBLE: 8
            default: nil
            }
        guard let width, frames <= length / (width * Int(info.channels)) else { return nil }
        return Double(frames) / Double(info.samplerate)
    }
}
