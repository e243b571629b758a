public import Language

/// How a recording is to be read.
public struct ReadingOptions: Sendable {
    /// How several channels become lanes.
    public var channels: ChannelPolicy
    /// Which of several audio tracks is heard.
    public var track: TrackChoice
    /// The part that is heard; nil for all of it.
    public var part: RecordingPart?
    /// The language that is spoken, if it was given: a track in that language is preferred.
    public var spokenLanguage: LanguageCode?
    /// The layout of headerless samples; nil if the bytes state their own format.
    public var raw: RawFormat?
    /// The path of `ffmpeg`, or its name on `PATH`; nil stands for `ffmpeg`, an empty string forbids its use.
    public var ffmpegPath: String?
    public var limits: DecodingLimits
    /// The longest block that `next()` returns, in seconds. Live input arrives in shorter ones.
    public var blockSeconds: Double
    /// Another listener, which hears the recording as it was before mixing and resampling.
    public var listener: (any NativeAudioListener)?
    /// Whether speakers are distinguished by channel even if each voice is loud in both channels.
    public var allowsCrosstalk = false
    /// The advice for speakers by channel if both channels carry the same voices. Commands that do not translate have no
    /// `--two-way`.
    public var sameChannelsCure = "use --two-way instead of --speakers-by-channel"

    public init(
        channels: ChannelPolicy = .mix, track: TrackChoice = .automatic, spokenLanguage: LanguageCode? = nil,
        raw: RawFormat? = nil, ffmpegPath: String? = nil,
        limits: DecodingLimits = DecodingLimits(), blockSeconds: Double = 1.0
    ) {
        self.channels = channels
        self.track = track
        self.spokenLanguage = spokenLanguage
        self.raw = raw
        self.ffmpegPath = ffmpegPath
        self.limits = limits
        self.blockSeconds = blockSeconds
    }
}
