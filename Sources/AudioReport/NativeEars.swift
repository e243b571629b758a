internal import Audio
internal import Hearing
internal import Plumbing

/// Listens to the recording as it was made: levels of every channel, loudness, and waveform data where it is asked for.
///
/// A stream that changes its rate or its channels on the way (Ogg may) is measured as one: a channel's levels are those of all
/// the time that it was there, waveform data keeps the rate that the stream began with.
final class NativeEars: NativeAudioListener {
    struct Finding {
        var channels: [AudioReport.Channel] = []
        var loudness: AudioReport.Loudness?
        var peaks: SpooledPeaks?
    }

    /// Frames that everybody hears before the next are looked at: they stay in the processor's first cache.
    private static let tile = 1_024

    private struct State {
        var rate = 0
        var planes = Deinterleaving()
        var meters: [LevelMeter] = []
        /// Of each channel there has been, in the parts with other rates and channels than now.
        var past: [LevelMeter.Reading] = []
        var loudness: LoudnessMeter?
        var builder: PeakBuilder?
        /// The pixels that are complete.
        var peaks: SpooledPeaks?
        /// What the stream began with.
        var firstChannels = 0
        /// What kept the waveform data from being kept.
        var problem: Problem?

        /// Of each channel there has been.
        var levels: [LevelMeter.Reading] { past.joined(with: meters.map(\.reading)) }

        mutating func keep(_ pixels: [Int16]) {
            do {
                try peaks?.append(pixels)
            } catch {
                problem = error
                (builder, peaks) = (nil, nil)
            }
        }
    }

    private let request: PeaksRequest?
    private let state = Locked(State())

    init(peaks: PeaksRequest?) { request = peaks }

    /// What keeps the waveform data that is wanted from being made.
    var problem: Problem? { state.withLock { $0.problem } }

    func hear(_ audio: NativeAudio) {
        state.withLock { state in
            if audio.rate != state.rate || audio.channels != state.meters.count { begin(audio, &state) }
            audio.samples.withUnsafeBufferPointer { samples in
                var rest = samples[...]
                while !rest.isEmpty {
                    let tile = rest.prefix(Self.tile * audio.channels)
                    measure(UnsafeBufferPointer(rebasing: tile), audio.peakSource, &state)
                    rest = rest.dropFirst(tile.count)
                }
            }
            if let pixels = state.builder?.take() { state.keep(pixels) }
        }
    }

    /// - Throws: ``problem``.
    func finish() throws(Problem) -> Finding {
        try state.withLock { state throws(Problem) in
            if let pixels = state.builder?.finish() { state.keep(pixels) }
            if let problem = state.problem { throw problem }
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
            finding.peaks = state.peaks
            return finding
        }
    }

    private func measure(
        _ samples: UnsafeBufferPointer<Float>, _ source: PeakBuilder.Source, _ state: inout State
    ) {
        state.planes.forEach(of: state.meters.count, in: samples) { state.meters[$0].push($1) }
        state.loudness?.push(samples)
        if state.builder != nil, request?.splitsChannels == true, state.meters.count != state.firstChannels {
            state.builder?.push(spread(samples, of: state.meters.count, over: state.firstChannels), from: source)
        } else {
            state.builder?.push(samples, from: source)
        }
    }

    private func begin(_ audio: NativeAudio, _ state: inout State) {
        state.past = state.levels
        state.rate = audio.rate
        state.meters = (0..<audio.channels).map { _ in LevelMeter(sampleRate: audio.rate, fullScale: audio.fullScale) }
        if state.firstChannels == 0 {
            state.firstChannels = audio.channels
            state.loudness = LoudnessMeter(sampleRate: audio.rate, channels: audio.channels)
            state.builder = request.map { $0.builder(sampleRate: audio.rate, channels: audio.channels) }
            state.peaks = state.builder.map { SpooledPeaks(of: $0, in: request?.folder) }
        } else {
            state.loudness?.goOn(sampleRate: audio.rate, channels: audio.channels)
            let channels = request?.splitsChannels == true ? state.firstChannels : audio.channels
            state.builder?.goOn(sampleRate: audio.rate, channels: channels)
        }
    }

    /// As many channels as the waveforms that were begun have; the last one stands in for those that are missing.
    private func spread(_ samples: UnsafeBufferPointer<Float>, of channels: Int, over count: Int) -> [Float] {
        var spread: [Float] = []
        spread.reserveCapacity(samples.count / channels * count)
        for frame in stride(from: 0, to: samples.count, by: channels) {
            for channel in 0..<count { spread.append(samples[frame + min(channel, channels - 1)]) }
        }
        return spread
    }
}

extension [LevelMeter.Reading] {
    /// Channel by channel, one after the other.
    fileprivate func joined(with others: [LevelMeter.Reading]) -> [LevelMeter.Reading] {
        zip(self, others).map { $0.joined(with: $1) } + dropFirst(others.count) + others.dropFirst(count)
    }
}

extension NativeAudio {
    fileprivate var peakSource: PeakBuilder.Source {
        if isFloatingPoint { return .floatingPoint }
        if ["vorbis", "opus"].contains(codec) { return .rounded }
        return (bits ?? .max) <= 16 ? .integer16 : .integer
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
