internal import Audio
internal import Conversations
internal import Plumbing

/// Writes the voice track while its utterances come, one piece of speech in memory at a time.
///
/// The track has the rate of the first speech; pieces at other rates are resampled. It is as long as the recording, or
/// longer where the last speech ends after it.
struct TrackWriter {
    /// The rate of a track in which nobody speaks.
    static let silentRate = speechSampleRate

    private let path: String
    private var wav: WAVWriter?

    init(path: String) { self.path = path }

    /// Adds the speech of one utterance; placements must come in their order.
    mutating func add(_ voice: VoiceAudio, at placement: TrackPlacement) throws(Problem) {
        let wav = try opened(rate: voice.sampleRate)
        let stretched = try TimeStretch.stretch(voice, tempo: placement.tempo)
        var samples = try VoiceResampler.resample(stretched, to: wav.sampleRate).samples

        let start = Self.frame(placement.start, rate: wav.sampleRate)
        // Stretching keeps the length to within a pitch period; whatever it does, half of the gap stays silent.
        let most = Self.frame(placement.end + TrackTimeline.gap / 2, rate: wav.sampleRate) - start
        if samples.count > most { samples.removeLast(samples.count - max(0, most)) }
        try wav.writeSilence(frames: start - wav.frameCount)
        try wav.write(samples)
    }

    /// Fills up to the recording's length and makes the file durable under its partial name.
    mutating func prepare(recordingMilliseconds: Int) throws(Problem) {
        let wav = try opened(rate: Self.silentRate)
        let (frames, overflow) = max(0, recordingMilliseconds).multipliedReportingOverflow(by: wav.sampleRate)
        if !overflow { try wav.writeSilence(frames: (frames + 999) / 1_000 - wav.frameCount) }
        try wav.prepare()
    }

    /// Gives the file its name.
    ///
    /// - Returns: its size in bytes.
    func commit() throws(Problem) -> Int { try wav?.finish() ?? 0 }

    private mutating func opened(rate: Int) throws(Problem) -> WAVWriter {
        if let wav { return wav }
        let opened = try WAVWriter(path: path, sampleRate: rate)
        wav = opened
        return opened
    }

    private static func frame(_ position: Int, rate: Int) -> Int { position * rate / speechSampleRate }
}
