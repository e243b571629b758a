package import Audio
internal import Plumbing

/// The waveform data that is requested in addition to the report.
package struct PeaksRequest: Sendable, Hashable {
    /// Samples of the recording for each pixel, at least 2.
    package var samplesPerPixel: Int
    /// One waveform for each channel, rather than one of their mean.
    package var splitsChannels: Bool
    /// The folder for data that does not fit into memory; the folder of temporary files if nil.
    package var folder: String?

    package init(samplesPerPixel: Int = 256, splitsChannels: Bool = false, folder: String? = nil) {
        self.samplesPerPixel = samplesPerPixel
        self.splitsChannels = splitsChannels
        self.folder = folder
    }

    /// Makes the waveform data and nothing else, which costs a small part of an ``Analysis``. Reads the recording to its end.
    ///
    /// - Returns: the waveform data, the recording's audio tracks, and the damage of the recording.
    /// - Throws: `Problem` of kind `input`, as ``Audio/hearRecording(_:options:_:)`` does; as outputs do if there is no room
    ///   for the waveform data.
    package func run(_ input: AudioInput, options: ReadingOptions) async throws -> (
        peaks: SpooledPeaks, tracks: [AudioTrack], damage: [AudioDamage]
    ) {
        var analyzer = WaveformAnalyzer(self)
        let heard = try await hearRecording(input, options: options) { audio in
            analyzer.hear(audio)
            return analyzer.problem == nil ? .goOn : .end
        }
        guard let peaks = try analyzer.finish() else { throw Problem.noSamples }
        return (peaks, heard.tracks, heard.damage)
    }

    func builder(sampleRate: Int, channels: Int) -> PeakBuilder {
        PeakBuilder(
            sampleRate: sampleRate, channels: channels, samplesPerPixel: samplesPerPixel,
            splitChannels: splitsChannels)
    }
}
