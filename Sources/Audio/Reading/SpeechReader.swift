internal import Plumbing

/// Turns decoded audio into blocks of speech: mixes, resamples, counts.
final class SpeechReader: @unchecked Sendable {
    // Only the worker accesses the state; `cancel` goes to the recording, which any thread may stop.

    /// The description of the input once it has been opened.
    struct Opened: Sendable {
        var source: SourceDescription
        var laneCount: Int
        var expectedSeconds: Double?
        var tracks: [AudioTrack]
        var firstSample = 0
    }

    private let recording: RecordingReader
    private let name: String
    private let options: ReadingOptions
    let isLive: Bool
    /// Seconds that are decoded at once.
    ///
    /// Switching to another thread and back costs as much as decoding some seconds of a WAV file, so the amount grows. At first
    /// it is small, because the user waits for the beginning. In the end it is a minute, which is four megabytes a lane.
    private static let (minimumSecondsAtOnce, maximumSecondsAtOnce) = (4.0, 64.0)
    private var secondsAtOnce = SpeechReader.minimumSecondsAtOnce

    private var lanes: LaneBuilder?
    private var ended = false

    /// One for each lane.
    private var waiting: [SampleQueue] = []
    private var delivered = 0
    private var toldOfSameChannels = false
    private var cutter: PartCutter?

    init(_ bytes: any ByteSource, name: String, options: ReadingOptions) {
        self.name = name
        self.options = options
        cutter = options.part.map(PartCutter.init)
        isLive = bytes.length == nil
        recording = RecordingReader(bytes, options: options)
    }

    /// From any thread: no more audio will arrive.
    func cancel() { recording.cancel() }

    /// The damage so far. After a stop the missing rest does not count as damage.
    var damage: [AudioDamage] { recording.damage }

    /// Records a remark that was found before any audio was handed out.
    func remark(_ what: String) { recording.remark(what) }

    // MARK: Opening

    func open() throws -> Opened {
        let opened = try recording.open(name: name, isHeardAsRecorded: options.listener != nil)
        let lanes = try LaneBuilder(options.channels, channels: opened.channels)
        self.lanes = lanes
        waiting = [SampleQueue](repeating: SampleQueue(), count: lanes.laneCount)
        try findPart()
        if !isLive { try refuseSameChannels() }
        return Opened(
            source: opened.source, laneCount: lanes.laneCount, expectedSeconds: opened.expectedSeconds,
            tracks: opened.tracks, firstSample: options.part?.firstSample ?? 0)
    }

    /// Reads up to the beginning of the requested part, so that processing does not begin without audio.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `audio.part`, if the recording ends before it.
    private func findPart() throws {
        guard let part = cutter?.part else { return }
        while !ended, waiting[0].count == 0 { try decodeMore() }
        guard waiting[0].count == 0, let seconds = cutter?.seconds else { return }
        throw Problem(
            .usage, "audio.part",
            "the part begins at \(clockTime(Double(part.start) / 1_000)), and the recording ends at \(clockTime(seconds))",
            cure: "give a start that is in the recording")
    }

    /// Refuses a file whose channels carry the same voices.
    ///
    /// Otherwise everything would be heard twice, translated in both directions and paid for twice, and every second of it
    /// wrongly. A file can be read ahead, which takes a second or two if there are two speakers. A stream may not be held back,
    /// so for a stream a remark is made as soon as the result is known (see `tellOfSameChannels`).
    ///
    /// - Throws: ``Problem`` `audio.same-channels`.
    private func refuseSameChannels() throws {
        guard options.channels == .speakersByChannel else { return }
        while !ended, hasNoVerdict, waiting[0].count < Self.samplesAhead { try decodeMore() }
        guard lanes?.areSame == true else { return try refuseCrosstalk() }
        cancel()
        throw Problem(
            .input, "audio.same-channels",
            "both channels carry the same voices, so speakers cannot be identified by channel",
            cure: options.sameChannelsCure)
    }

    private var hasNoVerdict: Bool {
        guard lanes?.areSame != true else { return false }
        return lanes?.areSame == nil || lanes?.areShared == nil && !options.allowsCrosstalk
    }

    /// - Throws: ``Problem`` of kind `usage`, code `audio.crosstalk`.
    private func refuseCrosstalk() throws {
        guard lanes?.areShared == true, !options.allowsCrosstalk else { return }
        cancel()
        throw Problem(
            .usage, "audio.crosstalk",
            "each voice is loud in both channels, so everything would be heard and paid for twice",
            cure: "\(options.sameChannelsCure), or continue with --despite-crosstalk")
    }

    /// Two minutes, for files that begin with a long silence.
    private static let samplesAhead = 120 * speechSampleRate

    private func tellOfSameChannels() {
        guard isLive || options.allowsCrosstalk, !toldOfSameChannels else { return }
        guard isLive && lanes?.areSame == true || lanes?.areShared == true else { return }
        toldOfSameChannels = true
        let what =
            lanes?.areSame == true ? "both channels carry the same voices" : "each voice is loud in both channels"
        recording.remark("\(what), so everything is heard twice: \(options.sameChannelsCure)")
    }

    // MARK: Reading

    /// The next blocks: some seconds of a file, one block of input that may be live; none at the end.
    func nextBlocks() throws -> [SpeechBlock] {
        let wanted = isLive ? 1 : max(1, Int(secondsAtOnce / max(0.01, options.blockSeconds)))
        secondsAtOnce = min(Self.maximumSecondsAtOnce, 2 * secondsAtOnce)
        var blocks: [SpeechBlock] = []
        repeat {
            guard let block = try nextBlock(options.blockSeconds) else { break }
            blocks.append(block)
        } while blocks.count < wanted
        return blocks
    }

    /// The next block: this many seconds of a file. Of input that may be live it is the audio that has arrived, at least 100 ms
    /// unless it is the last block.
    func nextBlock(_ seconds: Double) throws -> SpeechBlock? {
        let largest = max(1, Int(min(60, max(0.01, seconds)) * Double(speechSampleRate)))
        let enough = min(largest, speechSampleRate / 10)
        while !ended, waiting[0].count < largest {
            if isLive, waiting[0].count >= enough { break }
            try decodeMore()
        }
        let count = min(largest, waiting[0].count)
        // There may be one sample at 48 kHz, and none at 16 kHz.
        guard count > 0 else { return nil }
        defer { delivered += count }
        return SpeechBlock(
            start: (options.part?.firstSample ?? 0) + delivered, lanes: waiting.indices.map { waiting[$0].take(count) },
            clipping: lanes?.takeClipping(before: delivered + count))
    }

    private func decodeMore() throws {
        guard var chunk = try recording.read() else {
            if let end = cutter?.missedEnd {
                let part = clockTime(Double(end) / 1_000)
                remark("the part was to end at \(part), and the recording ends before")
            }
            return end()
        }
        if let inPart = cutter?.cut(chunk) {
            chunk = inPart
        } else if cutter != nil {
            if cutter?.isOver == true { end() }
            return
        }
        chunk.samples.widen()
        if let listener = options.listener { listener.hear(NativeAudio(chunk, recording.format)) }
        append(try lanes?.push(chunk) ?? [])
        if cutter?.isOver == true { end() }
        tellOfSameChannels()
    }

    private func end() {
        ended = true
        append(lanes?.finish() ?? [])
        tellOfSameChannels()
    }

    private func append(_ samples: [[Float]]) {
        for (lane, more) in samples.enumerated() { waiting[lane].append(more) }
    }
}
