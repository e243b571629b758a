internal import Plumbing

/// Bytes to blocks of speech: finds the decoder, mixes, resamples, keeps count.
final class SpeechReader: @unchecked Sendable {
    // Only the worker touches the state; `cancel` goes to the byte source and to `running`, which any thread may use.

    /// What is known once the input has been opened.
    struct Opened: Sendable {
        var source: SourceDescription
        var laneCount: Int
        var expectedSeconds: Double?
    }

    private let bytes: any ByteSource
    private let source: ReplaySource
    private let name: String
    private let options: ReadingOptions
    private let running = RunningDecoder()
    let isLive: Bool
    /// Going to another thread and back costs as much as decoding some seconds of a WAV file, so more and more is decoded at
    /// once: at first little, as somebody waits for the beginning, and in the end a minute, which is four megabytes a lane.
    private static let (leastSecondsAtOnce, mostSecondsAtOnce) = (4.0, 64.0)
    private var secondsAtOnce = SpeechReader.leastSecondsAtOnce

    private var decoder: (any AudioDecoder)?
    private var isFloatingPoint = false
    private var lanes: LaneBuilder?
    private var first: DecodedChunk?
    private var ended = false

    /// One for each lane.
    private var waiting: [SampleQueue] = []
    private var delivered = 0
    private var decodedSeconds = 0.0
    private var decodedSamples = 0
    private var damaged = DamageLog()
    private var sawBadNumbers = false
    private var toldOfSameChannels = false

    init(_ bytes: any ByteSource, name: String, options: ReadingOptions) {
        self.bytes = bytes
        self.name = name
        self.options = options
        isLive = bytes.length == nil
        source = ReplaySource(bytes)
    }

    /// From any thread: nothing more will arrive.
    func cancel() {
        running.cancel()
        bytes.cancel()
    }

    /// What was wrong so far. After a stop the missing rest is nobody's fault.
    var damage: [AudioDamage] {
        (running.isCancelled ? damaged.entries : (decoder?.damage ?? []) + damaged.entries).inOrder
    }

    // MARK: Opening

    func open() throws -> Opened {
        let context = DecoderContext(
            source: source, limits: options.limits, ffmpegPath: Converter.find(options.ffmpegPath),
            isHeardAsRecorded: options.listener != nil)
        let decoder: any AudioDecoder
        if let raw = options.raw {
            decoder = try RawDecoder(raw, container: "raw", source: source, limits: options.limits)
        } else {
            (decoder, first) = try DecoderSearch(context: context, running: running).find()
        }
        self.decoder = decoder
        let format = decoder.format
        isFloatingPoint = format.codec.hasPrefix("pcm_f")
        let lanes = try LaneBuilder(options.channels, channels: first?.channels ?? format.channels)
        self.lanes = lanes
        waiting = [SampleQueue](repeating: SampleQueue(), count: lanes.laneCount)
        if !isLive { try refuseSameChannels() }
        return Opened(
            source: SourceDescription(
                name: name, container: format.container, codec: format.codec, sampleRate: format.rate,
                channels: format.channels),
            laneCount: lanes.laneCount, expectedSeconds: decoder.expectedSeconds)
    }

    /// Everything would be heard twice, translated both ways and paid for twice, and every second of it wrongly. A file is
    /// refused before that; it can be read ahead, which takes a second or two where there are two speakers. Of a stream nothing
    /// may be held back, so there it is said as soon as it is known (see `tellOfSameChannels`).
    ///
    /// - Throws: ``Problem`` `audio.same-channels`.
    private func refuseSameChannels() throws {
        guard options.channels == .speakersByChannel else { return }
        while !ended, lanes?.areSame == nil, waiting[0].count < Self.samplesAhead { try decodeMore() }
        guard lanes?.areSame == true else { return }
        cancelQuietly()
        throw Problem(
            .input, "audio.same-channels",
            "both channels carry the same voices, so speakers cannot be told by channel",
            cure: options.sameChannelsCure)
    }

    /// Two minutes, for files that begin with a long silence.
    private static let samplesAhead = 120 * speechSampleRate

    private func tellOfSameChannels() {
        guard isLive, !toldOfSameChannels, lanes?.areSame == true else { return }
        toldOfSameChannels = true
        let what = "both channels carry the same voices, so everything is heard twice: \(options.sameChannelsCure)"
        damaged.note(AudioDamage(atSeconds: decodedSeconds, what: what, isRemark: true))
    }

    // MARK: Reading

    /// The next blocks: of a file some seconds, of anything that may be live one; none at the end.
    func nextBlocks() throws -> [SpeechBlock] {
        let wanted = isLive ? 1 : max(1, Int(secondsAtOnce / max(0.01, options.blockSeconds)))
        secondsAtOnce = min(Self.mostSecondsAtOnce, 2 * secondsAtOnce)
        var blocks: [SpeechBlock] = []
        repeat {
            guard let block = try nextBlock(options.blockSeconds) else { break }
            blocks.append(block)
        } while blocks.count < wanted
        return blocks
    }

    /// The next block: so many seconds from a file; from anything that may be live whatever has arrived, at least 100 ms
    /// unless it is the last.
    func nextBlock(_ seconds: Double) throws -> SpeechBlock? {
        let largest = max(1, Int(min(60, max(0.01, seconds)) * Double(speechSampleRate)))
        let enough = min(largest, speechSampleRate / 10)
        while !ended, waiting[0].count < largest {
            if isLive, waiting[0].count >= enough { break }
            try decodeMore()
        }
        let count = min(largest, waiting[0].count)
        guard count > 0 else {
            // One sample at 48 kHz is there, and none at 16 kHz.
            if decodedSamples == 0, !running.isCancelled { throw Self.noSamples }
            return nil
        }
        defer { delivered += count }
        return SpeechBlock(
            start: delivered, lanes: waiting.indices.map { waiting[$0].take(count) },
            clipping: lanes?.takeClipping(before: delivered + count))
    }

    static let noSamples = Problem(
        .input, "audio.no-samples", "there is no audio in it", cure: "give a recording that holds sound")

    private func decodeMore() throws {
        do {
            if let chunk = try first.take() ?? decoder?.read() {
                try add(sane(chunk))
                return
            }
        } catch {
            // The beginning was readable, so this is damage and not a refusal.
            if delivered == 0, waiting[0].isEmpty { throw error }
            note((error as? Problem)?.what ?? "the rest cannot be decoded")
        }
        end()
    }

    private func add(_ chunk: DecodedChunk) throws {
        var chunk = chunk
        let left = options.limits.seconds - decodedSeconds
        let seconds = Double(chunk.frames) / Double(max(1, chunk.rate))
        let isTooLong = seconds > left
        if isTooLong {
            chunk.cut(toSeconds: max(0, left))
        }
        try options.limits.check(rate: chunk.rate, channels: chunk.channels)
        decodedSeconds += min(seconds, left)
        decodedSamples += chunk.samples.count
        tellListener(chunk)
        append(try lanes?.push(chunk) ?? [])
        tellOfSameChannels()
        if isTooLong {
            stop("the recording is longer than \(Int(options.limits.seconds)) seconds; the rest was not read")
        } else if isBomb {
            stop("it is far too small for so much audio; the rest was not read")
        }
    }

    private func tellListener(_ chunk: DecodedChunk) {
        let (rate, samples) = chunk.recorded.map { ($0.rate, $0.samples) } ?? (chunk.rate, chunk.samples)
        options.listener?.hear(
            NativeAudio(
                rate: rate, channels: chunk.channels, codec: decoder?.format.codec ?? "",
                isFloatingPoint: isFloatingPoint, bits: chunk.bits, fullScale: chunk.fullScale, samples: samples))
    }

    private var isBomb: Bool {
        let limits = options.limits
        var least = 0.0
        if decodedSeconds > limits.unpackedSeconds { least = decodedSeconds * limits.bytesPerSecond }
        if decodedSeconds > limits.unpackedSeconds || decodedSamples > limits.unpackedSamples {
            least = max(least, Double(decodedSamples) / limits.samplesPerByte)
        }
        guard least > 0 else { return false }
        // The converter reads on a thread of its own, or the file itself.
        let size = decoder is FFmpegDecoder ? bytes.length : source.position
        return size.map { Double($0) < least } ?? false
    }

    private func stop(_ why: String) {
        note(why)
        end()
        cancelQuietly()
    }

    private func end() {
        ended = true
        append(lanes?.finish() ?? [])
        tellOfSameChannels()
        if let failure = source.failure, !running.isCancelled { note(failure.what) }
    }

    /// Frees a producer that waits to send what nobody will read.
    private func cancelQuietly() {
        running.cancel()
        bytes.cancel()
    }

    private func append(_ samples: [[Float]]) {
        for (lane, more) in samples.enumerated() { waiting[lane].append(more) }
    }

    private func note(_ what: String) {
        damaged.note(at: decodedSeconds, what)
    }

    /// Floating-point files may hold anything. One infinite sample would spread through the resampler's whole filter.
    private func sane(_ chunk: DecodedChunk) -> DecodedChunk {
        let limit: Float = 1e6
        guard chunk.bits == nil else { return chunk }
        guard !chunk.samples.withUnsafeBufferPointer({ Magnitudes.exceed(limit, $0) }) else {
            return silenced(chunk, limit)
        }
        return chunk
    }

    private func silenced(_ chunk: DecodedChunk, _ limit: Float) -> DecodedChunk {
        var clean = chunk
        for index in clean.samples.indices where !(clean.samples[index].magnitude <= limit) {
            clean.samples[index] = 0
            guard !sawBadNumbers else { continue }
            sawBadNumbers = true
            let at = decodedSeconds + Double(index / max(1, chunk.channels)) / Double(max(1, chunk.rate))
            damaged.note(at: at, "some samples are no usable numbers and were silenced")
        }
        return clean
    }
}
