package import Audio
package import Hearing
internal import Plumbing

/// One pass over a recording with everything listening at once. Memory does not grow with the recording's length, except by
/// a line for each utterance.
package struct Analysis: Sendable {
    private let segmentation: SegmentationConfiguration
    private let model: SpeechModel?
    private let peaks: PeaksRequest?

    /// - Parameters:
    ///   - segmentation: how utterances are cut, as for translating it.
    ///   - model: the network that listens, if the segmentation asks for one.
    ///   - peaks: the waveform data that is requested in addition to the report, if any.
    package init(segmentation: SegmentationConfiguration, model: SpeechModel? = nil, peaks: PeaksRequest? = nil) {
        self.segmentation = segmentation
        self.model = model
        self.peaks = peaks
    }

    /// Reads the recording to its end.
    ///
    /// - Throws: `Problem` of kind `input`, as ``Audio/openSpeechSource(_:options:)`` does; as outputs do if there is no room
    ///   for the waveform data.
    package func run(_ input: AudioInput, options: ReadingOptions) async throws -> (
        report: AudioReport, peaks: SpooledPeaks?
    ) {
        let analyzer = NativeAnalyzer(peaks: peaks)
        var options = options
        options.listener = analyzer
        options.sameChannelsCure = "leave --speakers-by-channel out"
        options.allowsCrosstalk = true
        let source = try await openSpeechSource(input, options: options)
        // The loudness of all channels belongs to their mix only.
        let isMix = options.channels == .mix
        let segmentation = segmentation.forLanes(source.laneCount)
        var lanes = (0..<source.laneCount).map { _ in
            LaneAnalyzer(
                segmentation, model, sourceRate: source.source.sampleRate, measuresLoudness: !isMix,
                firstSample: source.firstSample)
        }
        var position = 0
        try await source.hear { block in
            if analyzer.problem != nil { return .end }
            for index in block.lanes.indices { lanes[index].hear(block.lanes[index], block.clipping?[index]) }
            position = block.start - source.firstSample + (block.lanes.first?.count ?? 0)
            return .goOn
        }
        let native: NativeAnalyzer.Finding
        do {
            native = try analyzer.finish()
        } catch {
            source.stop()
            throw error
        }
        let report = AudioReport(
            source: source.source, tracks: source.tracks.count > 1 ? source.tracks : nil,
            seconds: thousandths(Double(position) / Double(speechSampleRate)),
            channels: native.channels, loudness: native.loudness,
            lanes: lanes.indices.map { index in
                var lane = lanes[index].finish()
                lane.channel = options.channels.channel(of: index)
                return lane
            },
            damage: source.damage)
        return (report, native.peaks)
    }
}

extension ChannelPolicy {
    /// The channel that a lane is, both counted as users do and from 0; nil for the mix.
    fileprivate func channel(of lane: Int) -> Int? {
        switch self {
        case .mix: nil
        case .channel(let number): number
        case .speakersByChannel: lane + 1
        }
    }
}

/// Listens to one lane on the speech clock.
private struct LaneAnalyzer {
    private var heard = Sums()
    private var segmenter: UtteranceSegmenter
    private var sketch = WaveformSketch()
    private var activity = SpeechActivity()
    private var loudness: LoudnessMeter?
    private let sourceRate: Int
    /// The position on the speech clock of the first sample that is heard.
    private let firstSample: Int
    private var utterances: [AudioReport.Utterance] = []
    /// Sums over all utterances, and over those that pass.
    private var (whole, passed) = (Sums(), Sums())

    init(
        _ segmentation: SegmentationConfiguration, _ model: SpeechModel?, sourceRate: Int, measuresLoudness: Bool,
        firstSample: Int
    ) {
        self.firstSample = firstSample
        self.sourceRate = sourceRate
        segmenter = UtteranceSegmenter(configuration: segmentation, model: model)
        loudness = measuresLoudness ? LoudnessMeter(sampleRate: speechSampleRate, channels: 1, truePeaks: false) : nil
    }

    mutating func hear(_ samples: [Float], _ clipping: [ClippedFrame]?) {
        if let clipping { segmenter.expectClipping(clipping) }
        heard.add(samples)
        sketch.push(samples)
        loudness?.push(samples)
        take(segmenter.push(samples))
    }

    mutating func finish() -> AudioReport.Lane {
        take(segmenter.finish())
        activity.totalSamples = heard.count
        return AudioReport.Lane(
            speechSeconds: thousandths(activity.speechSeconds), speechShare: thousandths(activity.share),
            snrDB: snr, utterances: utterances, sketch: sketch,
            loudnessLine: loudness?.reading.line)
    }

    /// The noise is what is heard outside all utterances. It counts only if there is at least half a second of it.
    private var snr: Double? {
        let restSamples = heard.count - whole.count
        guard passed.count > 0, restSamples >= speechSampleRate / 2 else { return nil }
        // An offset is neither voice nor noise. A voice has its own mean, so the offset is measured outside the
        // utterances.
        let mean = (heard.total - whole.total) / Double(restSamples)
        let offset = mean * mean
        let noise = max((heard.energy - whole.energy) / Double(restSamples) - offset, 1e-12)
        let voice = passed.energy / Double(passed.count) - offset - noise
        // If the rest is louder than the voice, it is a beep or music. The voice cannot be measured against it.
        return voice > 0 ? thousandths(Decibels.ofPower(voice / noise)) : nil
    }

    private mutating func take(_ heard: [HeardUtterance]) {
        for utterance in heard {
            activity.add(utterance)
            if utterance.gate == .pass { sketch.mark(speech: utterance.speech) }
            // The audio that is kept before and after the speech is noise, or the end of a word.
            whole.add(utterance.samples)
            if utterance.gate == .pass { passed.add(utterance.samples) }
            let (speech, evidence) = (utterance.speech.later(by: firstSample), utterance.evidence)
            utterances.append(
                AudioReport.Utterance(
                    start: thousandths(speech.startSeconds), end: thousandths(speech.endSeconds),
                    samples: AudioReport.Samples(speech, rate: speechSampleRate),
                    sourceSamples: AudioReport.Samples(speech.scaled(to: sourceRate), rate: sourceRate),
                    rmsDBFS: thousandths(evidence.rmsDBFS), peakDBFS: thousandths(evidence.peakDBFS),
                    snrDB: thousandths(evidence.snrDB), clippedSamples: evidence.clippedSamples,
                    voicedMilliseconds: evidence.voicedMilliseconds,
                    speechProbability: evidence.speechProbability.map(thousandths),
                    gate: utterance.gate.dropReason ?? "pass"))
        }
    }
}

/// Sums of samples, and of their squares.
///
/// The noise is the difference of two sums, a billionth of one of them or less. So they are computed in double
/// precision. Each of eight sums has every eighth sample, so they do not depend on how the samples were cut.
private struct Sums {
    private(set) var count = 0
    private var totals = SIMD8<Double>()
    private var energies = SIMD8<Double>()

    var total: Double { totals.sum() }
    var energy: Double { energies.sum() }

    mutating func add(_ samples: [Float]) {
        samples.withUnsafeBytes { raw in
            var index = 0
            while index < samples.count {
                if count & 7 == 0, index + 8 <= samples.count {
                    let values = SIMD8<Double>(raw.loadUnaligned(fromByteOffset: 4 * index, as: SIMD8<Float>.self))
                    totals += values
                    energies += values * values
                    (index, count) = (index + 8, count + 8)
                } else {
                    let value = Double(samples[index])
                    totals[count & 7] += value
                    energies[count & 7] += value * value
                    (index, count) = (index + 1, count + 1)
                }
            }
        }
    }
}
