package import Audio

/// Cuts a stream of 16 kHz audio into utterances.
///
/// ```swift
/// var segmenter = UtteranceSegmenter(configuration: .conversation)
/// for block in blocks { heard += segmenter.push(block) }
/// heard += segmenter.finish()
/// ```
///
/// All decisions use the audio's own clock, in frames of 10 ms. So the utterances are the same bit for bit, regardless of how
/// the stream is cut into pushes. The segmenter keeps at most the longest utterance and a second or two, regardless of the
/// length of the stream.
package struct UtteranceSegmenter: Sendable {
    /// 10 ms.
    static let samplesPerFrame = ClippedFrame.length

    /// Float audio is nominally within ±1. Values far outside are not sound, and must not lead to sums beyond the range of
    /// Float.
    private static let largestSample: Float = 16

    package let configuration: SegmentationConfiguration

    private let rules: EndpointingState.Rules
    private let preRoll: Int
    private let tail: Int
    private let maximumFrames: Int
    private let cutWindowFrames: Int

    private var filter = FilterBank()
    private var floor: NoiseFloor
    private var detector: SpeechDetector
    /// Decides what is speech if there is a model; then the detector above only decides the beginning and end.
    private var neural: NeuralDetector?
    private var state = EndpointingState.quiet
    private var buffer = UtteranceBuffer()

    /// The number of frames with known activity; the other frames wait for the end of the warm-up.
    private var judged = 0
    /// The first sample of the current utterance.
    private var openStart = 0
    private var previousEnd = 0
    /// The level of the room before the current speech, or before the last speech that followed a pause.
    private var background: Double?
    /// Frames at which another speaker begins, in order.
    private var changes: ArraySlice<Int> = []
    /// Samples at full scale by their frame, if the recording's own were counted.
    private var clipping: [Int: Int]?
    private var isFinished = false
    private var ready: [HeardUtterance] = []

    /// - Parameters:
    ///   - configuration: lengths out of range are limited to the range, never refused.
    ///   - model: distinguishes speech from other sounds; without one, all sound above steady noise is speech.
    package init(configuration: SegmentationConfiguration = .file, model: SpeechModel? = nil) {
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
        neural = model.map { NeuralDetector(model: $0, raisesSoft: configuration.raisesSoft ?? false) }
    }

    /// What comes before a sample is in an utterance of an earlier run, so no utterance begins there. For a segmenter that has heard
    /// nothing yet.
    package mutating func begin(after sample: Int) { previousEnd = max(0, sample) }

    /// How much of the stream has been pushed, in samples.
    package var position: Int { buffer.samples.end }

    /// How many samples it currently keeps.
    package var retained: Int { position - buffer.samples.start }

    /// Whether there is current speech, as far as is known.
    package var isSpeaking: Bool { state.speech != nil }

    /// The audio that certainly belongs to the current utterance; nil if there is none.
    ///
    /// If the utterance reaches the maximum length, it is cut, and then part of this audio belongs to the next one. A caller
    /// that prepares an utterance during the speech has less to do at its end.
    package var open: SampleRange? {
        guard let speech = state.speech else { return nil }
        let limit = min(state.firstFrameOfResumption.map(sample(before:)) ?? position, position)
        return SampleRange(start: openStart, end: max(openStart, min(sample(after: speech.last) + tail, limit)))
    }

    /// Whether there is current speech that no silence interrupts.
    package var isInSound: Bool { if case .speaking = state { true } else { false } }

    /// The milliseconds of silence after the current speech; nil if there is no speech, or sound in the silence.
    package var silence: Int? {
        if case .stopping(let speech, resumption: nil) = state { (judged - 1 - speech.last) * 10 } else { nil }
    }

    /// The utterance as it is if the present ``silence`` ends it; nil if there is none.
    ///
    /// Its end may still move during the first half second of the silence, in which the room is measured.
    package func endedBySilence() -> SampleRange? {
        guard case .stopping(let speech, resumption: nil) = state else { return nil }
        return SampleRange(start: openStart, end: max(openStart, placed(speech, before: judged).end))
    }

    /// The samples of a range within ``open`` or of ``endedBySilence()``.
    package func withOpenSamples<Result>(
        in range: SampleRange, _ body: (UnsafeBufferPointer<Float>) throws -> Result
    ) rethrows -> Result {
        try buffer.samples.withElements(in: range.start..<range.end, body)
    }

    /// Announces that another speaker begins at a sample.
    ///
    /// An utterance that is current at the sample ends there, and further speech is another utterance. Calls must be in order.
    /// If the call comes before the sample is pushed, its effect depends on the audio alone. If it comes later, it applies to
    /// what has not ended yet.
    package mutating func expectChange(at sample: Int) {
        let samples = UtteranceSegmenter.samplesPerFrame
        let frame = sample / samples + (sample % samples * 2 >= samples ? 1 : 0)
        if changes.last.map({ $0 < frame }) ?? true { changes.append(frame) }
    }

    /// Announces which frames of the recording are at full scale, before the samples of these frames are pushed.
    ///
    /// Samples that were mixed or converted to another rate do not show it. After this call, the pushed samples are not counted
    /// themselves.
    package mutating func expectClipping(_ frames: [ClippedFrame]) {
        clipping = clipping ?? [:]
        for frame in frames { clipping?[frame.frame, default: 0] += frame.samples }
    }

    /// Takes the next samples and returns the utterances that ended with them.
    package mutating func push(_ samples: [Float]) -> [HeardUtterance] {
        samples.withUnsafeBufferPointer { push($0) }
    }

    /// The same, without an array.
    package mutating func push(_ samples: UnsafeBufferPointer<Float>) -> [HeardUtterance] {
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

    /// Ends the stream and returns the utterances that are still open. Later pushes are ignored.
    package mutating func finish() -> [HeardUtterance] {
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
            // Sound that has already begun belongs entirely to the next utterance.
            let (speech, end) = placed(ended, before: state.firstFrameOfInterest ?? frame + 1)
            emit(speech, upTo: end, .silence)
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
        // Speech is detected in less than this time.
        while let change = changes.first, change + 1_000 < frame { changes.removeFirst() }
    }

    /// The speech with its true end, and the sample up to which it is recognized, if silence ends it.
    ///
    /// - Parameter next: the first frame that may belong to the next speech.
    private func placed(
        _ ended: EndpointingState.Speech, before next: Int
    ) -> (speech: EndpointingState.Speech, end: Int) {
        let heard = neural?.completed(ended, before: next, in: buffer.frames) ?? ended
        let speech =
            neural == nil
            ? heard : SpeechEnd(rules: configuration.detection).placed(heard, before: next, in: buffer.frames)
        // All audio that the network judged as speech is recognized, even if the end is found to be earlier.
        let end = max(sample(after: speech.last) + tail, sample(after: heard.last))
        return (speech, min(end, sample(before: next), position))
    }

    /// Measures the room before speech; if other speech is too close before it, the previous value stays.
    private mutating func listenBefore(_ speech: EndpointingState.Speech) {
        let pause = min(previousEnd / UtteranceSegmenter.samplesPerFrame, speech.first)..<speech.first
        background = Background(rules: configuration.detection).of(pause: pause, in: buffer.frames) ?? background
    }

    /// Ends the utterance at a change of speaker, and continues with the next speaker's speech.
    private mutating func handOver(at change: Int, _ speech: EndpointingState.Speech, heardTo frame: Int) {
        let isHeard = { [buffer] (frame: Int) in buffer.frames[frame].activity != .silent }
        let last = (speech.first..<change).last(where: isHeard) ?? speech.first
        let said = EndpointingState.Speech(first: speech.first, last: min(last, speech.last))
        emit(said, upTo: min(sample(after: said.last) + tail, sample(before: change)), .speakerChange)
        state.cut(before: change, firstVoiced: (change...frame).first(where: isHeard))
        if let rest = state.speech { openStart = max(previousEnd, sample(before: rest.first) - preRoll) }
    }

    /// Ends the utterance at the quietest point of the recent past, and continues with the rest of it.
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
        let finding = RetrospectiveCheck(
            configuration: configuration, floor: floor.powers, before: background, isCertain: neural != nil
        ).judge(speech, of: frames(of: range), in: buffer.frames)
        let voiced = SampleRange(
            start: sample(before: finding.speech.first), end: min(sample(after: finding.speech.last), end))
        var heard = HeardUtterance(
            range: range, speech: voiced, samples: samples, evidence: finding.evidence, end: reason,
            gate: finding.gate)
        heard.stretches = SpeechStretches(buffer.frames, in: finding.speech.first...finding.speech.last).ranges.map {
            SampleRange(start: sample(before: $0.lowerBound), end: min(sample(after: $0.upperBound), end))
        }
        ready.append(heard)
        previousEnd = end
    }

    /// The frames of a range. Utterances begin and end with a frame; at the end of the stream the last frame may be shorter.
    private func frames(of range: SampleRange) -> Range<Int> {
        let samples = UtteranceSegmenter.samplesPerFrame
        return range.start / samples..<(range.end + samples - 1) / samples
    }

    private func sample(before frame: Int) -> Int { frame * UtteranceSegmenter.samplesPerFrame }

    private func sample(after frame: Int) -> Int { min((frame + 1) * UtteranceSegmenter.samplesPerFrame, position) }
}
