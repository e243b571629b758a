public import Audio

/// Cuts a stream of 16 kHz audio into utterances.
///
/// ```swift
/// var segmenter = UtteranceSegmenter(configuration: .conversation)
/// for block in blocks { heard += segmenter.push(block) }
/// heard += segmenter.finish()
/// ```
///
/// Everything is decided on the audio's own clock, in frames of 10 ms: however the stream is cut into pushes, the same
/// utterances come out, bit for bit. It keeps at most the longest utterance and a second or two, however long the stream is.
public struct UtteranceSegmenter: Sendable {
    /// 10 ms.
    static let samplesPerFrame = ClippedFrame.length

    /// Float audio is nominally within ±1. What is far outside is not sound, and must not grow beyond what Float can hold.
    private static let largestSample: Float = 16

    public let configuration: SegmentationConfiguration

    private let rules: EndpointingState.Rules
    private let preRoll: Int
    private let tail: Int
    private let maximumFrames: Int
    private let cutWindowFrames: Int

    private var filter = FilterBank()
    private var floor: NoiseFloor
    private var detector: SpeechDetector
    /// Decides what is speech where there is a model; the detector above only where it begins and ends.
    private var neural: NeuralDetector?
    private var state = EndpointingState.quiet
    private var buffer = UtteranceBuffer()

    /// Frames whose activity is known; the rest wait for the end of the warm-up.
    private var judged = 0
    /// Where the utterance that is going on begins.
    private var openStart = 0
    private var previousEnd = 0
    /// What was heard before the speech that is going on, or before the last speech that followed on a pause.
    private var background: Double?
    /// Frames from which on somebody else speaks, in order.
    private var changes: ArraySlice<Int> = []
    /// Samples at full scale by their frame, where the recording's own were counted.
    private var clipping: [Int: Int]?
    private var isFinished = false
    private var ready: [HeardUtterance] = []

    /// - Parameters:
    ///   - configuration: lengths out of range are brought into range, never refused.
    ///   - model: tells speech from other sounds; without one, everything that stands out of steady noise is speech.
    public init(configuration: SegmentationConfiguration = .file, model: SpeechModel? = nil) {
        var configuration = configuration
        configuration.detection = configuration.detection.bounded
        self.configuration = configuration
        func frames(_ milliseconds: Int) -> Int { min(max(milliseconds, 0), 3_600_000) / 10 }
        rules = EndpointingState.Rules(
            onset: max(1, frames(configuration.onset)), resumption: max(1, frames(configuration.resumption)),
            dip: frames(configuration.dip), endSilence: max(1, frames(configuration.endSilence)),
            patienceStart: frames(configuration.patienceStart),
            patienceEnd: max(frames(configuration.patienceStart) + 1, frames(configuration.patienceEnd)),
            patienceFloor: max(1, frames(configuration.patienceFloor)))
        let samples = UtteranceSegmenter.samplesPerFrame
        preRoll = frames(configuration.preRoll) * samples
        tail = frames(min(configuration.tail, configuration.endSilence)) * samples
        maximumFrames = max(100, frames(configuration.maximum))
        cutWindowFrames = min(max(2, frames(configuration.cutWindow)), maximumFrames / 2)
        floor = NoiseFloor(rules: configuration.detection)
        detector = SpeechDetector(rules: configuration.detection, framesPerSecond: 100)
        neural = model.map { NeuralDetector(model: $0) }
    }

    /// How much of the stream has been pushed, in samples.
    public var position: Int { buffer.samples.end }

    /// How many samples it keeps at the moment.
    public var retained: Int { position - buffer.samples.start }

    /// Whether speech is going on, as far as is known.
    public var isSpeaking: Bool { state.speech != nil }

    /// What certainly belongs to the utterance that is going on, unless it grows so long that it has to be cut; nil while
    /// none is. Whoever prepares an utterance while it is still being spoken has less to do when it ends.
    public var open: SampleRange? {
        guard let speech = state.speech else { return nil }
        let limit = min(state.firstFrameOfResumption.map(sample(before:)) ?? position, position)
        return SampleRange(start: openStart, end: max(openStart, min(sample(after: speech.last) + tail, limit)))
    }

    /// The samples of a range within ``open``.
    public func withOpenSamples<Result>(
        in range: SampleRange, _ body: (UnsafeBufferPointer<Float>) throws -> Result
    ) rethrows -> Result {
        try buffer.samples.withElements(in: range.start..<range.end, body)
    }

    /// Says that from a sample on somebody else speaks: an utterance that is going on there ends, and what is said on is
    /// another. In order; said before the sample is pushed, it depends on the audio alone what comes of it. Said later, it
    /// holds for what has not ended yet.
    public mutating func expectChange(at sample: Int) {
        let samples = UtteranceSegmenter.samplesPerFrame
        let frame = sample / samples + (sample % samples * 2 >= samples ? 1 : 0)
        if changes.last.map({ $0 < frame }) ?? true { changes.append(frame) }
    }

    /// Says where the recording is at full scale, before the samples of these frames are pushed: mixed or at another rate they
    /// do not show it. Once told so, those pushed are not counted themselves.
    public mutating func expectClipping(_ frames: [ClippedFrame]) {
        clipping = clipping ?? [:]
        for frame in frames { clipping?[frame.frame, default: 0] += frame.samples }
    }

    /// Takes the next samples and gives the utterances that ended with them.
    public mutating func push(_ samples: [Float]) -> [HeardUtterance] {
        samples.withUnsafeBufferPointer { push($0) }
    }

    /// The same without an array.
    public mutating func push(_ samples: UnsafeBufferPointer<Float>) -> [HeardUtterance] {
        guard !isFinished else { return [] }
        var rest = samples[...]
        while !rest.isEmpty {
            let open = UtteranceSegmenter.samplesPerFrame - position % UtteranceSegmenter.samplesPerFrame
            let chunk = rest.prefix(open)
            rest = rest.dropFirst(chunk.count)
            take(UnsafeBufferPointer(rebasing: chunk))
            if chunk.count == open { hearFrame() }
        }
        return takeReady()
    }

    /// The stream is over: gives what was still going on. Pushes after it are ignored.
    public mutating func finish() -> [HeardUtterance] {
        guard !isFinished else { return [] }
        isFinished = true
        if position % UtteranceSegmenter.samplesPerFrame > 0 { hearFrame() }
        neural?.finish(buffer.samples)
        judgeFrames()
        if let speech = state.speech {
            let end = min(sample(after: speech.last) + tail, position)
            emit(speech, upTo: end, .endOfAudio)
        }
        state = .quiet
        return takeReady()
    }

    private mutating func takeReady() -> [HeardUtterance] {
        guard !ready.isEmpty else { return [] }
        defer { ready = [] }
        return ready
    }

    private mutating func take(_ chunk: UnsafeBufferPointer<Float>) {
        let limit = UtteranceSegmenter.largestSample
        if !Magnitudes.exceed(limit, chunk) {
            buffer.append(chunk)
        } else {
            let sound = chunk.map { abs($0) <= limit ? $0 : 0 }
            sound.withUnsafeBufferPointer { buffer.append($0) }
        }
    }

    /// Measures the newest frame, which is shorter than the others only at the end of the stream.
    private mutating func hearFrame() {
        let start = buffer.frames.end * UtteranceSegmenter.samplesPerFrame
        var filter = filter
        let told = clipping.map { $0[buffer.frames.end] ?? 0 }
        clipping?[buffer.frames.end] = nil
        let frame = buffer.samples.withElements(in: start..<position) { samples in
            let (bands, power) = filter.powers(of: samples)
            let peak = Extremes(of: samples).magnitude
            let clipped = told ?? (peak < LevelMeter.fullScale ? 0 : samples.count { abs($0) >= LevelMeter.fullScale })
            return UtteranceBuffer.Frame(
                bands: bands, power: power, peak: peak, clippedSamples: clipped, activity: .silent)
        }
        self.filter = filter
        floor.hear(frame.bands)
        buffer.append(frame)
        neural?.hear(buffer.samples)
        if buffer.frames.end >= configuration.detection.warmUpFrames { judgeFrames() }
    }

    private mutating func judgeFrames() {
        let floor = floor.powers
        let end = min(buffer.frames.end, neural?.framesKnown ?? Int.max)
        while judged < end {
            let frame = judged
            judged += 1
            let heard = detector.judge(buffer.frames[frame].bands, floor: floor)
            let (activity, probability) = neural?.judge(frame, heard) ?? (heard, 0)
            buffer.mark(activity, isProminent: heard != .silent, probability: probability, frame: frame)
            advance(frame, activity)
        }
        var wanted = openStart
        if state.speech == nil {
            let first = state.firstFrameOfInterest ?? judged - (neural == nil ? 0 : NeuralDetector.reach)
            wanted = sample(before: first - (neural == nil ? 0 : SpeechBeginning.reach)) - preRoll
        }
        if let neural { wanted = min(wanted, neural.firstSampleWanted) }
        buffer.discard(
            beforeFrame: max(0, wanted) / UtteranceSegmenter.samplesPerFrame,
            samplesPerFrame: UtteranceSegmenter.samplesPerFrame)
    }

    private mutating func advance(_ frame: Int, _ activity: Activity) {
        let wasSpeaking = state.speech != nil
        let since = neural?.begin(of: frame, in: buffer.frames)
            .map { max($0, previousEnd / UtteranceSegmenter.samplesPerFrame) }
        let until = neural?.end(before: frame, in: buffer.frames)
        if let ended = state.advance(frame: frame, since: since, until: until, activity, rules) {
            // Sound that has begun already belongs to what comes next, whole.
            let next = state.firstFrameOfInterest ?? frame + 1
            let heard = neural?.completed(ended, before: next, in: buffer.frames) ?? ended
            let speech =
                neural == nil
                ? heard : SpeechEnd(rules: configuration.detection).placed(heard, before: next, in: buffer.frames)
            // All that the network took for speech is recognized, wherever it is seen to have ended.
            let end = max(sample(after: speech.last) + tail, sample(after: heard.last))
            emit(speech, upTo: min(end, sample(before: next), position), .silence)
        }
        if let speech = state.speech {
            if !wasSpeaking {
                listenBefore(speech)
                let beginning = SpeechBeginning(frames: buffer.frames, isHeardByNetwork: neural != nil)
                openStart = max(previousEnd, sample(before: beginning.earliest(of: speech)) - preRoll)
            }
            if frame + 1 - openStart / UtteranceSegmenter.samplesPerFrame >= maximumFrames { cut(at: frame, speech) }
        }
        for change in changes.prefix(while: { $0 <= frame }) {
            if let speech = state.speech, speech.first < change { handOver(at: change, speech, heardTo: frame) }
        }
        // It takes less than this to find out that speech has begun.
        while let change = changes.first, change + 1_000 < frame { changes.removeFirst() }
    }

    /// Hears what the room is like before speech; where that follows too closely on other speech, it is as it was.
    private mutating func listenBefore(_ speech: EndpointingState.Speech) {
        let pause = min(previousEnd / UtteranceSegmenter.samplesPerFrame, speech.first)..<speech.first
        background = Background(rules: configuration.detection).of(pause: pause, in: buffer.frames) ?? background
    }

    /// Ends the utterance where somebody else takes the word, and goes on with what that one says.
    private mutating func handOver(at change: Int, _ speech: EndpointingState.Speech, heardTo frame: Int) {
        let isHeard = { [buffer] (frame: Int) in buffer.frames[frame].activity != .silent }
        let last = (speech.first..<change).last(where: isHeard) ?? speech.first
        let said = EndpointingState.Speech(first: speech.first, last: min(last, speech.last))
        emit(said, upTo: min(sample(after: said.last) + tail, sample(before: change)), .speakerChange)
        state.cut(before: change, firstVoiced: (change...frame).first(where: isHeard))
        if let rest = state.speech { openStart = max(previousEnd, sample(before: rest.first) - preRoll) }
    }

    /// Ends the utterance at the quietest place of the recent past, and goes on with the rest of it.
    private mutating func cut(at frame: Int, _ speech: EndpointingState.Speech) {
        var best = frame - 1
        var quietest = Float.infinity
        for candidate in max(buffer.frames.start, frame - cutWindowFrames)..<frame {
            let power = buffer.frames[candidate].power + buffer.frames[candidate + 1].power
            if power <= quietest { (best, quietest) = (candidate, power) }
        }
        let cut = best + 1
        let isHeard = { [buffer] (frame: Int) in buffer.frames[frame].activity != .silent }
        let last = (speech.first..<max(cut, speech.first + 1)).last(where: isHeard) ?? speech.first
        emit(EndpointingState.Speech(first: speech.first, last: last), upTo: sample(before: cut), .maximumLength)
        state.cut(before: cut, firstVoiced: (cut...frame).first(where: isHeard))
        openStart = previousEnd
    }

    private mutating func emit(
        _ speech: EndpointingState.Speech, upTo end: Int, _ reason: HeardUtterance.EndReason
    ) {
        let range = SampleRange(start: openStart, end: end)
        let samples = Array(buffer.samples[range.start..<range.end])
        let finding = Hindsight(
            configuration: configuration, floor: floor.powers, before: background, isCertain: neural != nil
        ).judge(speech, of: frames(of: range), in: buffer.frames)
        let voiced = SampleRange(
            start: sample(before: finding.speech.first), end: min(sample(after: finding.speech.last), end))
        ready.append(
            HeardUtterance(
                range: range, speech: voiced, samples: samples, evidence: finding.evidence, end: reason,
                gate: finding.gate))
        previousEnd = end
    }

    /// Utterances begin and end with a frame, except at the end of the stream, where the last frame ends with it.
    private func frames(of range: SampleRange) -> Range<Int> {
        let samples = UtteranceSegmenter.samplesPerFrame
        return range.start / samples..<(range.end + samples - 1) / samples
    }

    private func sample(before frame: Int) -> Int { frame * UtteranceSegmenter.samplesPerFrame }

    private func sample(after frame: Int) -> Int { min((frame + 1) * UtteranceSegmenter.samplesPerFrame, position) }
}
