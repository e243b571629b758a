internal import Audio
internal import Hearing
internal import Plumbing

/// Listens to the recording as it was made: levels of every channel, loudness, and waveform data where it is asked for.
///
/// A stream that changes its rate or its channels on the way cannot be measured as one; what comes after the change is left
/// out, and the report says so.
final class NativeEars: NativeAudioListener {
    struct Finding {
        var channels: [AudioReport.Channel] = []
        var loudness: AudioReport.Loudness?
        var peaks: Peaks?
        var hasTooManyPeaks = false
        var damage: [AudioDamage] = []
    }

    /// Frames that everybody hears before the next are looked at: they stay in the processor's first cache.
    private static let tile = 1_024

    private struct State {
        var rate = 0
        var planes = Deinterleaving()
        var meters: [LevelMeter] = []
        var loudness: LoudnessMeter?
        var peaks: PeakBuilder?
        var frames = 0
        var changedAt: Double?
        var hasTooManyPeaks = false
    }

    private let request: PeaksRequest?
    private let state = Locked(State())

    init(peaks: PeaksRequest?) { request = peaks }

    func hear(_ audio: NativeAudio) {
        state.withLock { state in
            if state.rate == 0 { begin(audio, &state) }
            guard audio.rate == state.rate, audio.channels == state.meters.count else {
                if state.changedAt == nil { state.changedAt = Double(state.frames) / Double(state.rate) }
                return
            }
            guard state.changedAt == nil else { return }
            state.frames += audio.samples.count / audio.channels
            if let request, request.isTooMuch(frames: state.frames, channels: audio.channels) {
                state.peaks = nil
                state.hasTooManyPeaks = true
            }
            audio.samples.withUnsafeBufferPointer { samples in
                var rest = samples[...]
                while !rest.isEmpty {
                    let tile = rest.prefix(Self.tile * audio.channels)
                    measure(UnsafeBufferPointer(rebasing: tile), audio.peakSource, &state)
                    rest = rest.dropFirst(tile.count)
                }
            }
        }
    }

    func finish() -> Finding {
        state.withLock { state in
            let loudness = state.loudness?.reading
            var finding = Finding()
            finding.channels = state.meters.enumerated().map { channel, meter in
                let levels = meter.reading
                return AudioReport.Channel(
                    peakDBFS: thousandths(levels.peakDBFS), rmsDBFS: thousandths(levels.rmsDBFS),
                    truePeakDBTP: thousandths(loudness?.truePeaksDBTP[channel] ?? levels.peakDBFS),
                    dcOffset: levels.offset,
                    clippedSamples: levels.clippedSamples, clippedRuns: levels.clippedRuns)
            }
            finding.loudness = loudness.map(AudioReport.Loudness.init)
            finding.peaks = state.peaks?.peaks
            finding.hasTooManyPeaks = state.hasTooManyPeaks
            if let at = state.changedAt {
                finding.damage = [
                    AudioDamage(
                        atSeconds: at,
                        what: "the sample rate or the number of channels changes; levels are those before")
                ]
            }
            return finding
        }
    }

    private func measure(
        _ samples: UnsafeBufferPointer<Float>, _ source: PeakBuilder.Source, _ state: inout State
    ) {
        state.planes.forEach(of: state.meters.count, in: samples) { state.meters[$0].push($1) }
        state.loudness?.push(samples)
        state.peaks?.push(samples, from: source)
    }

    private func begin(_ audio: NativeAudio, _ state: inout State) {
        state.rate = audio.rate
        state.meters = (0..<audio.channels).map { _ in LevelMeter(sampleRate: audio.rate, fullScale: audio.fullScale) }
        state.loudness = LoudnessMeter(sampleRate: audio.rate, channels: audio.channels)
        state.peaks = request.map { $0.builder(sampleRate: audio.rate, channels: audio.channels) }
    }
}

extension NativeAudio {
    fileprivate var peakSource: PeakBuilder.Source {
        if isFloatingPoint { return .floatingPoint }
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
