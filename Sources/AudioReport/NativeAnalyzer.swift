internal import Audio
internal import Hearing
internal import Plumbing

/// Listens to the recording as it was made: levels of every channel, loudness, and waveform data if it is requested.
///
/// A stream that changes its rate or its channels midway (Ogg may) is measured as one. A channel's levels cover all the
/// time that it was there.
final class NativeAnalyzer: NativeAudioListener {
    struct Finding {
        var channels: [AudioReport.Channel] = []
        var loudness: AudioReport.Loudness?
        var peaks: SpooledPeaks?
    }

    /// Frames that all meters process before the next frames are read: they stay in the processor's first cache.
    private static let tile = 1_024

    private struct State {
        var rate = 0
        var planes = Deinterleaving()
        var meters: [LevelMeter] = []
        /// The levels of every channel so far, in the parts whose rate or channels differ from the current ones.
        var past: [LevelMeter.Reading] = []
        var loudness: LoudnessMeter?
        var waveform: WaveformAnalyzer?

        /// The levels of every channel so far.
        var levels: [LevelMeter.Reading] { past.joined(with: meters.map(\.reading)) }
    }

    private let state: Locked<State>

    init(peaks: PeaksRequest?) { state = Locked(State(waveform: peaks.map(WaveformAnalyzer.init))) }

    /// Why the requested waveform data cannot be made.
    var problem: Problem? { state.withLock { $0.waveform?.problem } }

    func hear(_ audio: NativeAudio) {
        state.withLock { state in
            if audio.rate != state.rate || audio.channels != state.meters.count { begin(audio, &state) }
            audio.samples.floats.withUnsafeBufferPointer { samples in
                var rest = samples[...]
                while !rest.isEmpty {
                    let tile = rest.prefix(Self.tile * audio.channels)
                    measure(UnsafeBufferPointer(rebasing: tile), &state)
                    rest = rest.dropFirst(tile.count)
                }
            }
            state.waveform?.hear(audio)
        }
    }

    /// - Throws: ``problem``.
    func finish() throws(Problem) -> Finding {
        try state.withLock { state throws(Problem) in
            let peaks = try state.waveform?.finish()
            let loudness = state.loudness?.reading
            var finding = Finding()
            finding.channels = state.levels.enumerated().map { channel, levels in
                AudioReport.Channel(
                    peakDBFS: thousandths(levels.peakDBFS), rmsDBFS: thousandths(levels.rmsDBFS),
                    truePeakDBTP: thousandths(loudness?.truePeaksDBTP[channel] ?? levels.peakDBFS),
                    dcOffset: levels.offset,
                    clippedSamples: levels.clippedSamples, clippedRuns: levels.clippedRuns)
            }
            finding.loudness = loudness.map(AudioReport.Loudness.init)
            finding.peaks = peaks
            return finding
        }
    }

    private func measure(_ samples: UnsafeBufferPointer<Float>, _ state: inout State) {
        state.planes.forEach(of: state.meters.count, in: samples) { state.meters[$0].push($1) }
        state.loudness?.push(samples)
    }

    private func begin(_ audio: NativeAudio, _ state: inout State) {
        state.past = state.levels
        state.rate = audio.rate
        state.meters = (0..<audio.channels).map { _ in LevelMeter(sampleRate: audio.rate, fullScale: audio.fullScale) }
        if state.loudness == nil {
            state.loudness = LoudnessMeter(sampleRate: audio.rate, channels: audio.channels)
        } else {
            state.loudness?.resume(sampleRate: audio.rate, channels: audio.channels)
        }
    }
}

extension [LevelMeter.Reading] {
    /// Channel by channel, one after the other.
    fileprivate func joined(with others: [LevelMeter.Reading]) -> [LevelMeter.Reading] {
        zip(self, others).map { $0.joined(with: $1) } + dropFirst(others.count) + others.dropFirst(count)
    }
}

extension AudioReport.Loudness {
    fileprivate init(_ reading: LoudnessMeter.Reading) {
        integratedLUFS = reading.integratedLUFS.map(thousandths)
        rangeLU = reading.rangeLU.map(thousandths)
        maximumMomentaryLUFS = reading.maximumMomentaryLUFS.map(thousandths)
        maximumShortTermLUFS = reading.maximumShortTermLUFS.map(thousandths)
        truePeakDBTP = thousandths(reading.truePeakDBTP)
        line = reading.line
    }
}
