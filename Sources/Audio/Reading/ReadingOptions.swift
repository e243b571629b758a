public import Language
public import Plumbing

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

/// What becomes of the channels of a recording.
public enum ChannelPolicy: Sendable, Hashable, Codable {
    /// One lane: their average, without those that have been digital silence so far; or the loudest of them where they cancel
    /// each other out.
    case mix
    /// One lane: this channel, counted from 1.
    case channel(Int)
    /// Two lanes: the two channels there are, one speaker each, without what is heard of one in the other's channel.
    case speakersByChannel

    /// Codes of the problems with the channels, the track or the part asked for of one recording, which another one may have.
    public static let misfits: Set<String> = [
        "audio.no-such-channel", "audio.one-channel", "audio.more-channels", "audio.no-such-track", "audio.part",
        "audio.crosstalk",
    ]
}

/// What a recording may ask for before it is refused. The defaults leave room for every real recording and keep a hostile
/// one from taking the machine.
public struct DecodingLimits: Sendable, Hashable {
    /// Channels of one stream.
    public var channels = 64
    /// Sample rates in Hz. Below 1 kHz there is no speech; 768 kHz is the highest rate converters offer.
    public var rates = 1_000...768_000
    /// Bytes searched for the beginning of the audio: chunks before WAV data, an ID3 tag with its pictures.
    public var headerBytes = 64 << 20
    /// Seconds of audio that are decoded; the rest is reported as damage.
    public var seconds = 24.0 * 3_600
    /// Bytes that a second of audio takes on average, at least, and how much is decoded of what takes fewer, which is a bomb.
    /// Speech takes hundreds even where its pauses are left out, and silence in FLAC some fifty.
    public var bytesPerSecond = 8.0
    public var unpackedSeconds = 3_600.0
    /// Samples of all channels that a byte holds on average, at most, and those that are decoded of what holds more. Encoders
    /// put silence into fewer: 350 of FLAC in one channel, 960 in eight, 1,020 of Vorbis in stereo.
    public var samplesPerByte = 1_200.0
    public var unpackedSamples = 96_000 * 3_600
    /// The longest gap, in seconds, that lost packets may leave and that is filled to keep the time.
    public var gapSeconds = 600.0
    /// Bytes of a stream that are written to a temporary file where its container can only be read by seeking.
    public var spooledBytes = 2 << 30
    /// Seconds of work without any result after which the converter program is stopped.
    public var converterSeconds = 10.0

    public init() {}
}

/// The layout of headerless samples.
public struct RawFormat: Sendable, Hashable, Codable {
    public enum Sample: String, Sendable, Hashable, Codable, CaseIterable {
        case u8, s8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be, mulaw, alaw

        /// Bytes of one sample.
        public var width: Int {
            switch self {
            case .u8, .s8, .mulaw, .alaw: 1
            case .s16le, .s16be: 2
            case .s24le, .s24be: 3
            case .s32le, .s32be, .f32le, .f32be: 4
            case .f64le, .f64be: 8
            }
        }

        /// The largest sample, full scale ± 1. The law of telephone networks ends before it (ITU-T G.711, tables 1a and 2a).
        var fullScale: Float {
            switch self {
            case .u8, .s8: 127.0 / 128
            case .mulaw: 32_124.0 / 32_768
            case .alaw: 32_256.0 / 32_768
            default: 32_767.0 / 32_768
            }
        }

        /// Bits of the whole numbers that they are, unpacked; nil for floating point.
        var bits: Int? {
            switch self {
            case .u8, .s8: 8
            case .s16le, .s16be, .mulaw, .alaw: 16
            case .s24le, .s24be: 24
            case .s32le, .s32be: 32
            case .f32le, .f32be, .f64le, .f64be: nil
            }
        }
    }

    public var sample: Sample
    /// Hz.
    public var rate: Int
    public var channels: Int

    public init(sample: Sample, rate: Int, channels: Int) {
        self.sample = sample
        self.rate = rate
        self.channels = channels
    }

    /// Reads `s16le:16000:1`: sample, rate in Hz and channels; the channels may be left out for mono.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `audio.raw-format`.
    public init(parsing text: String) throws(Problem) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), let sample = Sample(rawValue: parts[0].lowercased()),
            let rate = Int(parts[1]), rate > 0, let channels = parts.count == 3 ? Int(parts[2]) : 1, channels > 0
        else {
            let known = Sample.allCases.map(\.rawValue).joined(separator: " ")
            throw Problem(
                .usage, "audio.raw-format", "'\(text)' is not a raw format",
                cure: "write sample:rate:channels, such as s16le:16000:1, where the sample is one of: \(known)")
        }
        self.init(sample: sample, rate: rate, channels: channels)
    }
}
