internal import Audio
internal import Conversations
internal import Plumbing

/// Writes the voice track while its utterances arrive, with one piece of speech in memory at a time.
///
/// The track has the rate of the first speech, or the next rate that its container supports. Pieces at other rates are
/// resampled. The track is as long as the recording, or longer if the last speech ends after it.
struct TrackWriter {
    private let open: (_ rate: Int) throws(Problem) -> any TrackFile
    private var file: (any TrackFile)?

    init(path: String, container: TrackContainer) {
        self.init { (rate) throws(Problem) in try container.open(path: path, rate: rate) }
    }

    /// - Parameter open: begins the file at the rate of the first voice in Hz.
    init(opening open: @escaping (_ rate: Int) throws(Problem) -> any TrackFile) { self.open = open }

    /// Whether nothing has been spoken. Then there is no file.
    var isEmpty: Bool { file == nil }

    /// Adds the speech of one utterance. Placements must be added in their order.
    mutating func add(_ voice: VoiceAudio, at placement: TrackPlacement) throws(Problem) {
        let file = try opened(rate: voice.sampleRate)
        let stretched = try TimeStretch.stretch(voice, tempo: placement.tempo)
        var samples = try VoiceResampler.resample(stretched, to: file.sampleRate).samples

        let start = Self.frame(placement.start, rate: file.sampleRate)
        // Stretching keeps the length to within a pitch period. Whatever its result, half of the gap stays silent.
        let most = Self.frame(placement.end + TrackTimeline.gap / 2, rate: file.sampleRate) - start
        if samples.count > most { samples.removeLast(samples.count - max(0, most)) }
        try file.writeSilence(frames: start - file.frameCount)
        try file.write(samples)
    }

    /// Adds silence up to the recording's length and makes the file durable under its partial name.
    mutating func prepare(recordingMilliseconds: Int) throws(Problem) {
        guard let file else { return }
        let (frames, overflow) = max(0, recordingMilliseconds).multipliedReportingOverflow(by: file.sampleRate)
        if !overflow { try file.writeSilence(frames: (frames + 999) / 1_000 - file.frameCount) }
        try file.prepare()
    }

    /// Gives the file its name.
    ///
    /// - Returns: the file's size in bytes.
    func commit(by admission: (any OutputAdmission)?) throws(Problem) -> Int { try file?.finish(by: admission) ?? 0 }

    private mutating func opened(rate: Int) throws(Problem) -> any TrackFile {
        if let file { return file }
        let opened = try open(rate)
        file = opened
        return opened
    }

    private static func frame(_ position: Int, rate: Int) -> Int { position * rate / speechSampleRate }
}
