public import Language

/// How a recording is to be read.
public struct ReadingOptions: Sendable {
    /// What becomes of several channels.
    public var channels: ChannelPolicy
    /// Which of several audio tracks is heard.
    public var track: TrackChoice
    /// The part that is heard; nil for all of it.
    public var part: RecordingPart?
    /// What is spoken, where that was said: a track in that language goes before others.
    public var spokenLanguage: LanguageCode?
    /// The layout of headerless samples; nil where the bytes say themselves what they are.
    public var raw: RawFormat?
    /// Where `ffmpeg` is, or what it is called on `PATH`; nil stands for `ffmpeg`, an empty string forbids its use.
    public var ffmpegPath: String?
    public var limits: DecodingLimits
    /// The longest block `next()` returns, in seconds. Live input comes in shorter ones, as it arrives.
    public var blockSeconds: Double
    /// Who else hears the recording, as it was before mixing and resampling.
    public var listener: (any NativeAudioListener)?
    /// Whether speakers are told by channel even if each voice is loud in both channels.
    public var allowsCrosstalk = false
    /// What is advised where speakers are to be told by channel and both channels carry the same voices. Whoever does not
    /// translate has no `--two-way`.
    public var sameChannelsCure = "use --two-way instead of --speakers-by-channel"

    public init(
        channels: ChannelPolicy = .mix, track: TrackChoice = .automatic, spokenLanguage: LanguageCode? = nil,
        raw: RawFormat? = nil, ffmpegPath: String? = nil,
        limits: DecodingLimits = DecodingLimits(), blockSeconds: Double = 1.0,
        listener: (any NativeAudioListener)? = nil
    ) {
        self.channels = channels
        self.track = track
        self.spokenLanguage = spokenLanguage
        self.raw = raw
        self.ffmpegPath = ffmpegPath
        self.limits = limits
        self.blockSeconds = blockSeconds
        self.listener = listener
    }
}
