internal import Plumbing

/// Turns bytes into the audio that was recorded: finds the decoder, keeps to the limits, counts, and reports damage.
final class RecordingReader: @unchecked Sendable {
    // Only one thread reads; `cancel` goes to the byte source and to `running`, which any thread may use.

    /// The description of the input once it has been opened.
    struct Opened {
        var source: SourceDescription
        /// The channels of the first audio.
        var channels: Int
        var expectedSeconds: Double?
        var tracks: [AudioTrack]
    }

    private let bytes: any ByteSource
    private let source: ReplaySource
    private let options: ReadingOptions
    private let running = RunningDecoder()
    private var decoder: (any AudioDecoder)?
    private var first: DecodedChunk?
    private var ended = false
    /// Seconds and samples of all channels that were handed out.
    private var (seconds, samples) = (0.0, 0)
    private var damaged = DamageLog()
    private var sawBadNumbers = false

    init(_ bytes: any ByteSource, options: ReadingOptions) {
        self.bytes = bytes
        self.options = options
        source = ReplaySource(bytes)
    }

    /// nil before it has been opened.
    var format: NativeFormat? { decoder?.format }

    /// From any thread: no more audio will arrive. It also frees a producer that waits to send bytes that will never be read.
    func cancel() {
        running.cancel()
        bytes.cancel()
    }

    /// The damage so far. After a stop the missing rest does not count as damage.
    var damage: [AudioDamage] {
        (running.isCancelled ? damaged.entries : (decoder?.damage ?? []) + damaged.entries).inOrder
    }

    /// Records a remark on the audio that was handed out last.
    func remark(_ what: String) { damaged.note(AudioDamage(atSeconds: seconds, what: what, isRemark: true)) }

    /// - Parameters:
    ///   - name: the name of the input in the description of the source.
    ///   - isHeardAsRecorded: whether a listener needs the recording's own rate if the decoder uses another one.
    func open(name: String, isHeardAsRecorded: Bool) throws -> Opened {
        let trackRequest = TrackRequest(choice: options.track, spoken: options.spokenLanguage)
        let context = DecoderContext(
            source: source, limits: options.limits, ffmpegPath: Converter.find(options.ffmpegPath),
            isHeardAsRecorded: isHeardAsRecorded, name: name, trackRequest: trackRequest)
        let decoder: any AudioDecoder
        if let raw = options.raw {
            decoder = try RawDecoder(raw, container: "raw", source: source, limits: options.limits)
        } else {
            (decoder, first) = try DecoderSearch(context: context, running: running).find()
        }
        self.decoder = decoder
        let tracks = try trackRequest.chosen(from: decoder.tracks)
        let format = decoder.format
        return Opened(
            source: SourceDescription(
                name: name, container: format.container, codec: format.codec, sampleRate: format.rate,
                channels: format.channels),
            channels: first?.channels ?? format.channels, expectedSeconds: decoder.expectedSeconds,
            tracks: tracks)
    }

    /// The next audio; nil at the end.
    ///
    /// - Throws: ``Problem`` if no audio at all can be read. Later failures are damage.
    func read() throws -> DecodedChunk? {
        guard !ended else { return nil }
        do {
            if let chunk = try first.take() ?? decoder?.read() { return try checked(sane(chunk)) }
        } catch {
            // The beginning was readable, so this is damage and not a refusal.
            guard samples > 0 else { throw error }
            note((error as? Problem)?.what ?? "the rest cannot be decoded")
        }
        end()
        guard samples > 0 || running.isCancelled else { throw Problem.noSamples }
        return nil
    }

    private func checked(_ chunk: DecodedChunk) throws(Problem) -> DecodedChunk {
        var chunk = chunk
        let left = options.limits.seconds - seconds
        let length = Double(chunk.frames) / Double(max(1, chunk.rate))
        if length > left { chunk.cut(toSeconds: max(0, left)) }
        try options.limits.check(rate: chunk.rate, channels: chunk.channels)
        seconds += min(length, left)
        samples += chunk.samples.count
        if length > left {
            stop("the recording is longer than \(Int(options.limits.seconds)) seconds; the rest was not read")
        } else if isBomb {
            stop("it is far too small for so much audio; the rest was not read")
        }
        return chunk
    }

    private var isBomb: Bool {
        let limits = options.limits
        var least = 0.0
        if seconds > limits.unpackedSeconds { least = seconds * limits.bytesPerSecond }
        if seconds > limits.unpackedSeconds || samples > limits.unpackedSamples {
            least = max(least, Double(samples) / limits.samplesPerByte)
        }
        guard least > 0 else { return false }
        let size = (decoder?.readsInStep ?? true) ? source.position : bytes.length
        return size.map { Double($0) < least } ?? false
    }

    private func stop(_ why: String) {
        note(why)
        end()
        cancel()
    }

    private func end() {
        ended = true
        if let failure = source.failure, !running.isCancelled { note(failure.what) }
    }

    private func note(_ what: String) { damaged.note(at: seconds, what) }

    /// Replaces unusable samples, because floating-point files may hold any value. One infinite sample would spread through the
    /// resampler's whole filter.
    private func sane(_ chunk: DecodedChunk) -> DecodedChunk {
        let limit: Float = 1e6
        guard chunk.bits == nil else { return chunk }
        var floats = chunk.samples.floats
        guard floats.withUnsafeBufferPointer({ Magnitudes.exceed(limit, $0) }) else { return chunk }
        for index in floats.indices where !(floats[index].magnitude <= limit) {
            floats[index] = 0
            guard !sawBadNumbers else { continue }
            sawBadNumbers = true
            let at = seconds + Double(index / max(1, chunk.channels)) / Double(max(1, chunk.rate))
            damaged.note(at: at, "some samples are not valid numbers and were silenced")
        }
        var clean = chunk
        clean.samples = NativeSamples(floats)
        return clean
    }
}
