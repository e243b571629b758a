internal import Glibc
internal import Plumbing

/// Decodes every format that Verbio does not decode itself, through a child process: bytes in, floating-point samples out.
///
/// A separate thread feeds the child, so that a child that does not read while it writes cannot block both.
final class FFmpegDecoder: AudioDecoder {
    let format: NativeFormat
    let tracks: [AudioTrack]
    var damage: [AudioDamage] { damaged.entries }
    var readsInStep: Bool { false }
    private(set) var end: Int?

    private var damaged = DamageLog()
    private let output: ConverterOutput
    private let feeder: ConverterFeeder?
    private let input: ConverterInput
    private let child: ChildProcess
    private let layout: RawFormat
    private let frameSize: Int
    private var stream: ClockedSamples
    private var clock: TrackClock
    /// Samples that arrived, and how many of the counted bytes belong to a frame that is not complete.
    private var waiting: [UInt8] = []
    private var begun = 0
    /// Frames of silence that come before the next samples.
    private var silence = 0
    private var ended = false

    /// - Parameters:
    ///   - input: positioned at the beginning of the recording.
    ///   - program: the place of ffmpeg.
    ///   - tracks: all tracks, if they are known, with those marked that are heard.
    ///   - start: when the recording's clock begins, in seconds; nil if it has none.
    ///   - running: receives the child before anything is waited for.
    /// - Throws: ``Problem`` with the reason ffmpeg gives.
    init(
        _ input: ConverterInput, program: String, tracks: [AudioTrack], start: Double?, limits: DecodingLimits,
        running: RunningDecoder
    ) throws {
        let name = input.name
        let heard = tracks.filter(\.isHeard)
        let arguments = Converter.arguments(input.feeding, name, tracks: heard.map(\.number), start: start)
        let child = try ChildProcess(program, arguments, standardInput: input.descriptor)
        running.set(interrupt: { child.kill() })
        let feeder = input.descriptor == nil ? ConverterFeeder(input.source, to: child, name: name) : nil
        let firstTime: Double
        let output = ConverterOutput(child, feeder, idleLimit: limits.converterSeconds)
        do {
            (layout, firstTime, stream) = try output.readHeader()
            try limits.check(rate: layout.rate, channels: layout.channels)
        } catch {
            child.kill()
            feeder?.stop()
            throw error
        }
        frameSize = layout.sample.width * layout.channels
        clock = TrackClock(
            kind: name, start: Converter.shifted(start, name, tracks: heard.map(\.number)),
            isFragment: input.isFragment, rate: layout.rate,
            longestGap: limits.gapSeconds)
        silence = clock.gap(before: firstTime)?.frames ?? 0
        self.child = child
        self.input = input
        self.feeder = feeder
        self.output = output
        format = NativeFormat(
            container: name ?? output.log.container ?? "other",
            codec: heard.first?.codec ?? output.log.codec ?? "other",
            rate: layout.rate, channels: layout.channels)
        self.tracks =
            tracks.isEmpty
            ? [AudioTrack.only(codec: format.codec, sampleRate: format.rate)]
            : tracks
    }

    deinit {
        child.kill()
        feeder?.stop()
    }

    func read() throws -> DecodedChunk? {
        while true {
            if silence > 0 { return pause() }
            guard let piece = stream.next() else {
                if waiting.count >= frameSize { return heard() }
                guard !ended else { return nil }
                if let bytes = output.read() { stream.add(bytes) } else { finish() }
                continue
            }
            switch piece {
            case .layout: break
            case .samples(let bytes):
                waiting += bytes
                clock.advance((begun + bytes.count) / frameSize)
                begun = (begun + bytes.count) % frameSize
            case .time(let time):
                guard let gap = clock.gap(before: time) else { break }
                note(gap)
                silence = gap.frames
                // The samples before the silence are handed out first.
                if waiting.count >= frameSize { return heard() }
            }
        }
    }

    /// The whole frames that have arrived.
    private func heard() -> DecodedChunk {
        let whole = waiting.count / frameSize * frameSize
        let samples = waiting.withUnsafeBytes {
            layout.sample.floats(UnsafeRawBufferPointer(rebasing: $0[..<whole]))
        }
        waiting.removeFirst(whole)
        return DecodedChunk(rate: layout.rate, channels: layout.channels, samples: NativeSamples(samples))
    }

    /// At most a second of silence.
    private func pause() -> DecodedChunk {
        let count = min(silence, layout.rate)
        silence -= count
        clock.pause(count)
        let samples = [Float](repeating: 0, count: count * layout.channels)
        return DecodedChunk(rate: layout.rate, channels: layout.channels, samples: NativeSamples(samples))
    }

    /// Reports a pause in the middle if it is long enough to be missed.
    private func note(_ gap: TrackClock.Gap) {
        if gap.isJump {
            damaged.note(at: clock.seconds, "the stream's clock jumps")
        } else if clock.seconds > 0, gap.frames >= layout.rate {
            damaged.note(
                AudioDamage(
                    atSeconds: clock.seconds,
                    what:
                        "the track pauses for \(tenths(Double(gap.frames) / Double(layout.rate))) seconds, which are silence",
                    isRemark: true))
        }
    }

    private func finish() {
        ended = true
        let failed = output.end() != 0
        if input.isPiece { feeder?.wait() } else { feeder?.stop() }
        end = input.end()
        let seconds = clock.seconds
        let gaps = feeder?.gaps ?? []
        for gap in gaps {
            damaged.note(
                at: gap.at, "about \(tenths(gap.seconds)) s are damaged; what follows comes early by that time")
        }
        if gaps.isEmpty, let error = output.log.firstError {
            damaged.note(at: seconds, "ffmpeg could not read all of it (\(error))", isCut: wasTriedBefore)
        } else if failed {
            damaged.note(at: seconds, "the rest cannot be decoded", isCut: wasTriedBefore)
        } else if feeder?.isCutShort == true {
            damaged.note(.stopsWithoutLastPage(at: seconds))
        } else if max(input.foreignBytes, feeder?.foreignBytes ?? 0) >= RecordingBoundary.leastForeign {
            damaged.note(.foreign(max(input.foreignBytes, feeder?.foreignBytes ?? 0), at: seconds))
        }
    }

    /// Whether Verbio has its own decoder for this kind, which found nothing in it. If ffmpeg cannot read it completely either,
    /// it is not complete.
    private var wasTriedBefore: Bool { ["wav", "ogg", "flac", "mp3"].contains(format.container) }
}

/// The output of the child: samples on one stream, messages on the other.
final class ConverterOutput {
    private(set) var log = ConverterLog()

    private let child: ChildProcess
    private let feeder: ConverterFeeder?
    private let idleLimit: Double
    private let buffer: UnsafeMutableRawBufferPointer
    private var errorsOpen = true
    private var gaveUp = false

    init(_ child: ChildProcess, _ feeder: ConverterFeeder?, idleLimit: Double) {
        self.child = child
        self.feeder = feeder
        self.idleLimit = idleLimit
        buffer = .allocate(byteCount: 64 << 10, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Reads the part before the samples.
    ///
    /// - Returns: their layout, when the first of them is to be heard, and the stream that continues with them.
    ///
    /// - Throws: ``Problem`` if the program ends without one.
    func readHeader() throws(Problem) -> (RawFormat, Double, ClockedSamples) {
        var stream = ClockedSamples()
        var layout: RawFormat?
        var sawHeader = false
        while let bytes = read() {
            sawHeader = true
            stream.add(bytes)
            while let piece = stream.next() {
                // A track without samples may have a header.
                if case .layout(let found) = piece { layout = found }
                if case .time(let time) = piece, let layout { return (layout, time, stream) }
            }
            if stream.isMalformed { child.kill() }
        }
        let code = end()
        throw failure(code, sawHeader: sawHeader)
    }

    /// The next bytes of output, or nil at the end.
    func read() -> [UInt8]? {
        var idle = 0.0
        let worked = child.processorSeconds
        while !gaveUp {
            var polled = [
                pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errorsOpen ? child.errors : -1, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&polled, 2, 500)
            if ready == 0 {
                // The program is stuck in two cases: it works long without a result, or it neither works nor waits for a live
                // input. A live input may be silent for any time.
                idle = feeder?.isFinished ?? true ? idle + 0.5 : 0
                gaveUp = child.processorSeconds - worked > idleLimit || idle > 6 * idleLimit
                continue
            }
            if polled[1].revents != 0 { readErrors() }
            guard polled[0].revents != 0 else { continue }
            let count = Glibc.read(child.output, buffer.baseAddress, buffer.count)
            if count > 0 { return Array(buffer[..<count]) }
            if count == 0 || errno != EINTR { return nil }
        }
        return nil
    }

    /// Waits for the program's end, reads its last messages, and returns its exit code.
    func end() -> Int32? {
        if gaveUp { child.kill() }
        // The program has closed its output, so a message that does not arrive now will never arrive.
        while errorsOpen {
            var polled = [pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)]
            let ready = poll(&polled, 1, 2_000)
            if ready < 0, errno == EINTR { continue }
            if ready <= 0 {
                child.kill()
                break
            }
            readErrors()
        }
        return child.wait()
    }

    private func readErrors() {
        let count = Glibc.read(child.errors, buffer.baseAddress, buffer.count)
        if count > 0 {
            log.add(buffer[..<count])
        } else if count == 0 || errno != EINTR {
            errorsOpen = false
        }
    }

    private func failure(_ code: Int32?, sawHeader: Bool) -> Problem {
        if gaveUp {
            return Problem(
                .input, "audio.malformed", "ffmpeg could not find the end of the audio",
                cure: "convert it to WAV, FLAC, Ogg or MP3")
        }
        if code == 0 || sawHeader { return Problem.noSamples }
        if log.container != nil, log.codec == nil {
            return Problem(
                .input, "audio.no-samples", "there is no sound track in it", cure: "give a recording that holds sound")
        }
        if log.codec == nil, log.firstError?.contains("moov atom not found") == true {
            return Problem(
                .input, "audio.truncated", "the recording ends before its index, which says where its audio is",
                cure: "give the whole file")
        }
        if let track = log.tracks.first, !track.isDecodable || log.lacksDecoder {
            return TrackRequest.unknownCodec([track], of: [])
        }
        let reason = log.lastError.map { " (ffmpeg: \($0))" } ?? ""
        return log.codec == nil
            ? Problem(.input, "audio.not-audio", "this is not audio\(reason)", cure: "give a sound file")
            : Problem(
                .input, "audio.malformed", "the audio cannot be decoded\(reason)", cure: "export the recording again")
    }
}
