internal import CFLAC
internal import Plumbing

/// FLAC through libFLAC, which finds the next frame after a broken one; libsndfile gives up there.
///
/// Each frame states its own format, so a header with wrong values does no harm. Lost audio between two frames becomes silence
/// of the same length.
///
/// It ends where the next FLAC stream begins, because that one counts its samples anew and may have another rate.
final class FLACDecoder: AudioDecoder {
    let format: NativeFormat
    let expectedSeconds: Double?
    var damage: [AudioDamage] { input.damage.entries }

    /// Where the next stream begins, at the end of this one.
    private(set) var end: Int?

    private let piece: PieceSource
    private let handle: UnsafeMutablePointer<FLAC__StreamDecoder>
    private let input: FLACInput
    private var ended = false

    /// - Parameter whole: at the beginning of the stream. Other streams may follow.
    /// - Throws: ``Problem`` if no frame can be decoded.
    init(_ whole: ReplaySource, limits: DecodingLimits) throws(Problem) {
        piece = PieceSource(whole, RecordingBoundary(.flac))
        let source = ReplaySource(piece)
        guard let handle = FLAC__stream_decoder_new() else {
            throw Problem(.internal, "audio.flac", "libFLAC cannot be used on this machine")
        }
        let input = FLACInput(source, limits)
        FLAC__stream_decoder_set_metadata_ignore_all(handle)
        FLAC__stream_decoder_set_metadata_respond(handle, FLAC__METADATA_TYPE_STREAMINFO)
        let status = FLAC__stream_decoder_init_stream(
            handle,
            { _, buffer, size, context in
                FLACInput.from(context)?.read(buffer, size) ?? FLAC__STREAM_DECODER_READ_STATUS_ABORT
            },
            nil,
            { _, offset, context in FLACInput.from(context)?.tell(offset) ?? FLAC__STREAM_DECODER_TELL_STATUS_ERROR },
            nil, nil,
            { _, frame, channels, context in
                FLACInput.from(context)?.write(frame, channels) ?? FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
            },
            { _, metadata, context in FLACInput.from(context)?.readInfo(metadata) },
            { _, _, context in FLACInput.from(context)?.sawError = true },
            Unmanaged.passUnretained(input).toOpaque())
        // The first frame shows the format of the stream.
        while status == FLAC__STREAM_DECODER_INIT_STATUS_OK, input.chunks.isEmpty, input.refusal == nil,
            Self.step(handle)
        {}
        guard let first = input.chunks.first, input.refusal == nil else {
            FLAC__stream_decoder_delete(handle)
            throw input.refusal
                ?? Problem(
                    .input, "audio.malformed", "no FLAC frame was found in it",
                    cure: "give the whole file, or export it again")
        }
        // It has given samples, so no other decoder will be tried.
        source.forget()
        self.handle = handle
        self.input = input
        format = NativeFormat(container: "flac", codec: "flac", rate: first.rate, channels: first.channels)
        expectedSeconds = source.base.length.flatMap { input.expectedSeconds(inBytes: $0, rate: first.rate) }
    }

    deinit { FLAC__stream_decoder_delete(handle) }

    func read() throws -> DecodedChunk? {
        while input.chunks.isEmpty, !ended {
            ended = !Self.step(handle)
            var decoded: FLAC__uint64 = 0
            if !input.chunks.isEmpty, FLAC__stream_decoder_get_decode_position(handle, &decoded) != 0 {
                input.decodedBytes = Int(clamping: decoded)
            }
            if let refusal = input.refusal { throw refusal }
        }
        if ended, input.chunks.isEmpty {
            end = end ?? piece.drain()
            input.noteEnd()
            return nil
        }
        return input.chunks.removeFirst()
    }

    /// Decodes one frame or metadata block; false at the end.
    private static func step(_ handle: UnsafeMutablePointer<FLAC__StreamDecoder>) -> Bool {
        guard FLAC__stream_decoder_process_single(handle) != 0 else { return false }
        return FLAC__stream_decoder_get_state(handle).rawValue < FLAC__STREAM_DECODER_END_OF_STREAM.rawValue
    }
}

/// The state for libFLAC's callbacks.
private final class FLACInput {
    /// Decoded and not yet taken.
    var chunks: [DecodedChunk] = []
    var sawError = false
    var damage = DamageLog()
    /// Up to the end of the last frame.
    var decodedBytes: Int?
    private var recent = RecentBytes()
    /// Why the stream is not decoded further.
    private(set) var refusal: Problem?

    private let source: ReplaySource
    private let limits: DecodingLimits
    /// Where the stream begins in the source.
    private let origin: Int
    private var claimedFrames = 0
    private var claimedRate = 0
    /// The longest block in samples, and the smallest frame in bytes; 0 if the header does not state them.
    private var (longestBlock, smallestFrame) = (0, 0)
    /// Frames decoded so far, with the silence for those that were lost.
    private var position = 0
    private var seconds = 0.0
    private var sawEnd = false

    init(_ source: ReplaySource, _ limits: DecodingLimits) {
        self.source = source
        self.limits = limits
        origin = source.position
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> FLACInput? {
        context.map { Unmanaged<FLACInput>.fromOpaque($0).takeUnretainedValue() }
    }

    func read(
        _ buffer: UnsafeMutablePointer<FLAC__byte>?, _ size: UnsafeMutablePointer<Int>?
    ) -> FLAC__StreamDecoderReadStatus {
        guard let buffer, let size, size.pointee > 0 else { return FLAC__STREAM_DECODER_READ_STATUS_ABORT }
        size.pointee = source.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size.pointee))
        // If the header does not state the length, only the last frame can.
        if claimedFrames == 0 { recent.add(UnsafeRawBufferPointer(start: buffer, count: size.pointee)) }
        return size.pointee > 0
            ? FLAC__STREAM_DECODER_READ_STATUS_CONTINUE : FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM
    }

    /// Gives the number of bytes that libFLAC has read.
    func tell(_ offset: UnsafeMutablePointer<FLAC__uint64>?) -> FLAC__StreamDecoderTellStatus {
        offset?.pointee = FLAC__uint64(clamping: source.position - origin)
        return FLAC__STREAM_DECODER_TELL_STATUS_OK
    }

    func readInfo(_ metadata: UnsafePointer<FLAC__StreamMetadata>?) {
        guard let metadata, metadata.pointee.type == FLAC__METADATA_TYPE_STREAMINFO else { return }
        claimedFrames = Int(clamping: metadata.pointee.data.stream_info.total_samples)
        claimedRate = Int(metadata.pointee.data.stream_info.sample_rate)
        longestBlock = Int(metadata.pointee.data.stream_info.max_blocksize)
        smallestFrame = Int(metadata.pointee.data.stream_info.min_framesize)
    }

    /// The length that the header claims, if the frames have the rate that it states and this many bytes may hold that much
    /// audio.
    func expectedSeconds(inBytes length: Int, rate: Int) -> Double? {
        guard claimedFrames > 0, claimedRate == rate, longestBlock > 0 else { return nil }
        // Six bytes before and two after a channel of one value, which takes two (RFC 9639 §9).
        let least = max(10, smallestFrame)
        return claimedFrames / longestBlock <= length / least ? Double(claimedFrames) / Double(rate) : nil
    }

    func write(
        _ frame: UnsafePointer<FLAC__Frame>?, _ planes: UnsafePointer<UnsafePointer<FLAC__int32>?>?
    ) -> FLAC__StreamDecoderWriteStatus {
        guard let header = frame?.pointee.header, let planes else { return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT }
        let (count, rate, channels) = (Int(header.blocksize), Int(header.sample_rate), Int(header.channels))
        // The format forbids blocks of 65536, though its frames can say so.
        guard count <= 65_535 else {
            refusal = Problem(
                .input, "audio.malformed", "its FLAC blocks are longer than the format allows", cure: "export it again")
            return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
        }
        do throws(Problem) {
            try limits.check(rate: rate, channels: channels)
        } catch {
            refusal = error
            return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
        }
        if sawError {
            sawError = false
            damage.note(at: seconds, "a damaged section was skipped")
            fillHole(to: Int(clamping: header.number.sample_number), rate, channels)
        }
        let scale = 1 / Float(1 << (max(1, Int(header.bits_per_sample)) - 1))
        let samples = [Float](unsafeUninitializedCapacity: count * channels) { output, filled in
            for channel in 0..<channels { Self.convert(planes[channel], count, scale, into: output, channel, channels) }
            filled = count * channels
        }
        add(
            DecodedChunk(
                rate: rate, channels: channels, samples: NativeSamples(samples), bits: Int(header.bits_per_sample)))
        return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
    }

    /// One channel into its place in every frame. The commonest kind, a single channel, is a loop that becomes vectors.
    private static func convert(
        _ plane: UnsafePointer<FLAC__int32>?, _ count: Int, _ scale: Float,
        into output: UnsafeMutableBufferPointer<Float>, _ channel: Int, _ channels: Int
    ) {
        guard let target = output.baseAddress else { return }
        guard let plane else {
            for index in 0..<count { target[index &* channels &+ channel] = 0 }
            return
        }
        if channels == 1 {
            for index in 0..<count { target[index] = Float(plane[index]) * scale }
        } else {
            for index in 0..<count { target[index &* channels &+ channel] = Float(plane[index]) * scale }
        }
    }

    func noteEnd() {
        guard !sawEnd else { return }
        sawEnd = true
        if claimedFrames > position, claimedRate > 0 {
            damage.note(.endsBeforeHeader(at: seconds, claimed: Double(claimedFrames) / Double(claimedRate)))
        } else if let decodedBytes, recent.hasFrame(at: decodedBytes) {
            damage.note(at: seconds, "the last frame is cut off", isCut: true)
        } else if sawError {
            damage.note(at: seconds, "what follows is not audio")
        }
    }

    private func add(_ chunk: DecodedChunk) {
        position += chunk.frames
        seconds += Double(chunk.frames) / Double(chunk.rate)
        chunks.append(chunk)
    }

    /// Fills lost frames with silence, at most a second at once; a number that is far too large is ignored.
    private func fillHole(to number: Int, _ rate: Int, _ channels: Int) {
        guard number > position, Double(number - position) <= limits.gapSeconds * Double(rate),
            claimedFrames == 0 || number <= claimedFrames
        else { return }
        while position < number {
            let count = min(rate, number - position)
            let silence = [Float](repeating: 0, count: count * channels)
            add(DecodedChunk(rate: rate, channels: channels, samples: NativeSamples(silence)))
        }
    }
}

/// The last bytes of a stream, as many as a long frame has.
private struct RecentBytes {
    private var bytes: [UInt8] = []
    private var end = 0

    private static let most = 256 << 10

    mutating func add(_ more: UnsafeRawBufferPointer) {
        bytes += more
        end += more.count
        if bytes.count > 2 * Self.most { bytes.removeFirst(bytes.count - Self.most) }
    }

    /// Whether a FLAC frame begins at this place (RFC 9639 §9.1).
    func hasFrame(at place: Int) -> Bool {
        let at = place - end + bytes.count
        return at >= 0 && at + 1 < bytes.count && bytes[at] == 0xFF && bytes[at + 1] & 0xFC == 0xF8
    }
}
