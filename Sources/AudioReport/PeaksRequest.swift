internal import Hearing

/// Waveform data that is wanted besides the report.
public struct PeaksRequest: Sendable, Hashable {
    /// Samples of the recording for each pixel, at least 2.
    public var samplesPerPixel: Int
    /// One waveform for each channel, rather than one of their mean.
    public var splitsChannels: Bool
    /// Where there is room for what is too much for memory; the folder of temporary files if nil.
    public var folder: String?

    public init(samplesPerPixel: Int = 256, splitsChannels: Bool = false, folder: String? = nil) {
        self.samplesPerPixel = samplesPerPixel
        self.splitsChannels = splitsChannels
        self.folder = folder
    }

    func builder(sampleRate: Int, channels: Int) -> PeakBuilder {
        PeakBuilder(
            sampleRate: sampleRate, channels: channels, samplesPerPixel: samplesPerPixel,
            splitChannels: splitsChannels)
    }
}
