internal import Audio
internal import Plumbing

/// Makes the waveform data of a recording as it is heard.
///
/// A stream that changes its rate or its channels midway (Ogg may) is drawn as one. The waveform data keeps the rate
/// that it began with.
struct WaveformAnalyzer {
    private let request: PeaksRequest
    /// The rate and channels of the current audio, and the number of channels at the beginning.
    private var (rate, channels, firstChannels) = (0, 0, 0)
    private var builder: PeakBuilder?
    /// The pixels that are complete.
    private var peaks: SpooledPeaks?
    /// Why the pixels could not be stored.
    private(set) var problem: Problem?

    init(_ request: PeaksRequest) { self.request = request }

    mutating func hear(_ audio: NativeAudio) {
        guard problem == nil else { return }
        if audio.rate != rate || audio.channels != channels { begin(audio) }
        if request.splitsChannels, channels != firstChannels {
            let samples = spread(audio.samples.floats)
            builder?.push(samples, from: audio.peakSource)
        } else if let integers = audio.samples.integers {
            integers.withUnsafeBufferPointer { builder?.push($0) }
        } else {
            builder?.push(audio.samples.floats, from: audio.peakSource)
        }
        if let pixels = builder?.take() { keep(pixels) }
    }

    /// All waveform data; nil if nothing was heard.
    ///
    /// - Throws: ``problem``.
    mutating func finish() throws(Problem) -> SpooledPeaks? {
        if let pixels = builder?.finish() { keep(pixels) }
        if let problem { throw problem }
        return peaks
    }

    private mutating func begin(_ audio: NativeAudio) {
        (rate, channels) = (audio.rate, audio.channels)
        if builder == nil {
            firstChannels = channels
            let begun = request.builder(sampleRate: rate, channels: channels)
            builder = begun
            peaks = SpooledPeaks(of: begun, in: request.folder)
        } else {
            builder?.resume(sampleRate: rate, channels: request.splitsChannels ? firstChannels : channels)
        }
    }

    private mutating func keep(_ pixels: [Int16]) {
        do {
            try peaks?.append(pixels)
        } catch {
            problem = error
            (builder, peaks) = (nil, nil)
        }
    }

    /// As many channels as there are waveforms; the last channel is used for those that are missing.
    private func spread(_ samples: [Float]) -> [Float] {
        var spread: [Float] = []
        spread.reserveCapacity(samples.count / channels * firstChannels)
        for frame in stride(from: 0, to: samples.count, by: channels) {
            for channel in 0..<firstChannels { spread.append(samples[frame + min(channel, channels - 1)]) }
        }
        return spread
    }
}

extension NativeAudio {
    fileprivate var peakSource: PeakBuilder.Source {
        if isFloatingPoint { return .floatingPoint }
        if ["vorbis", "opus"].contains(codec) { return .rounded }
        return (bits ?? .max) <= 16 ? .integer16 : .integer
    }
}
