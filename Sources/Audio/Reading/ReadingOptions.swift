package import Language

/// How a recording is to be read.
package struct ReadingOptions: Sendable {
    /// How several channels become lanes.
    package var channels: ChannelPolicy
    /// Which of several audio tracks is heard.
    package var track: TrackChoice
    /// The part that is heard; nil for all of it.
    package var part: RecordingPart?
    /// The language that is spoken, if it was given: a track in that language is preferred.
    package var spokenLanguage: LanguageCode?
    /// The layout of headerless samples; nil if the bytes state their own format.
    package var raw: RawFormat?
    /// The path of `ffmpeg`, or its name on `PATH`; nil stands for `ffmpeg`, an empty string forbids its use.
    package var ffmpegPath: String?
    package var limits: DecodingLimits
    /// The longest block that `next()` returns, in seconds. Live input arrives in shorter ones.
    package var blockSeconds: Double
    /// Another listener, which hears the recording as it was before mixing and resampling.
    package var listener: (any NativeAudioListener)?
    /// Whether speakers are distinguished by channel even if each voice is loud in both channels.
    package var allowsCrosstalk = false
    /// The advice for speakers by channel if both channels carry the same voices. Commands that do not translate have no
    /// `--two-way`.
    package var sameChannelsCure = "use --two-way instead of --speakers-by-channel"

    package init(
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
