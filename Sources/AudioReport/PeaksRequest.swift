internal import Hearing
internal import Plumbing

/// Waveform data that is wanted besides the report.
public struct PeaksRequest: Sendable, Hashable {
    /// Pixels times channels that are kept at most, 64 MB of them: 19 hours of one channel at 48 kHz and 256 samples a pixel.
    static let largest = 1 << 24

    /// Samples of the recording for each pixel, at least 2.
    public var samplesPerPixel: Int
    /// One waveform for each channel, rather than one of their mean.
    public var splitsChannels: Bool

    public init(samplesPerPixel: Int = 256, splitsChannels: Bool = false) {
        self.samplesPerPixel = samplesPerPixel
        self.splitsChannels = splitsChannels
    }

    func builder(sampleRate: Int, channels: Int) -> PeakBuilder {
        PeakBuilder(
            sampleRate: sampleRate, channels: channels, samplesPerPixel: samplesPerPixel,
            splitChannels: splitsChannels)
    }

    /// Whether waveform data of so many frames is too much to be kept.
    func isTooMuch(frames: Int, channels: Int) -> Bool {
        frames / max(2, samplesPerPixel) > Self.largest / (splitsChannels ? max(1, channels) : 1)
    }

    func isTooMuch(seconds: Double, rate: Int, channels: Int) -> Bool {
        isTooMuch(frames: Int(clamping: Int64(min(1e15, max(0, seconds * Double(rate))))), channels: channels)
    }

    static let tooMuch = Problem(
        .usage, "peaks.too-many", "the recording is too long for waveform data as fine as that",
        cure: "ask for more samples per pixel")
}
