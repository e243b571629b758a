/// The numbers of the speech detector.
///
/// They were chosen on read speech, commands and digits put into silence, room noise, white and pink noise from +20 to −5 dB,
/// and on ten minutes each of noises, hum and clicks without speech. Powers are mean squares, 1 at full scale.
public struct DetectionRules: Sendable, Hashable, Codable {
    /// Weight of the newest frame in the power whose minimum is the floor: an average over about 120 ms.
    public var floorSmoothing: Float = 0.15
    /// Frames in one piece of the floor's window, and pieces in the window: 16 × 120 ms, 1.9 s. Minimum statistics are
    /// usual over 1.5–2 s: longer than a phrase without a gap, shorter than noises take to change.
    public var pieceFrames = 12
    public var floorPieces = 16
    /// Pieces without movement after which louder noise becomes the floor (600 ms), and how far the loudest may be above the
    /// quietest for that, as a factor of power. Steady noise stays within 2, speech moves by 10 or more.
    public var steadyPieces = 5
    public var steadySpan: Float = 3.0
    /// Decibels by which the minimum of a band 100 Hz wide lies below the mean of steady noise: measured 2.0–2.3 in white and
    /// pink noise for every band below 3 kHz, once scaled by the root of its width.
    public var floorBias: Float = 2.2
    /// Power per band that counts as no sound: −95 dB, so that dither (−98 dB in all bands) is silence and speech whose
    /// mean lies at −66 dBFS is not.
    public var faintest: Float = 3e-10
    /// Frames at the start that are judged only when all of them are known (1 s): before that, speech at the very start
    /// and steady noise look alike.
    public var warmUpFrames = 100

    /// Frames over which the rise above the floor is averaged: 50 ms, shorter than a syllable.
    public var averagedFrames = 5
    /// How far above its floor a band may count, as a factor of power. Far above any threshold, and low enough that a click
    /// does not outlast itself by much.
    public var bandCeiling: Float = 16
    /// A band counts with its width, but no more than this many Hz: neighbouring hertz of a voice say the same thing.
    public var widestBand: Float = 400
    /// The log-likelihood ratio per band, in nats, at which speech begins and below which it ends. In 20 minutes of steady
    /// noise it never rose above 0.64; rooms are less steady than noise generators. Lower values find more speech at 0 dB and
    /// below, higher ones lose it there, and neither matters at 5 dB and above.
    public var enter: Float = 1.4
    public var exit: Float = 0.85
    /// By what factor most of the averaged frames must each stand above the floor: it keeps out what is loud for 20 ms only.
    public var frameRise: Float = 1.2
    /// How far below the loudest recent speech a frame may be and still be speech, in decibels, and how fast that
    /// loudest is forgotten, in decibels per second.
    public var span: Float = 35
    public var forgetting: Float = 10

    public init() {}

    /// The same with every count in a range that can be worked with.
    var bounded: DetectionRules {
        var rules = self
        rules.pieceFrames = min(max(pieceFrames, 1), 1_000)
        rules.floorPieces = min(max(floorPieces, 1), 1_000)
        rules.steadyPieces = min(max(steadyPieces, 1), rules.floorPieces)
        rules.warmUpFrames = min(max(warmUpFrames, 1), 1_000)
        rules.averagedFrames = min(max(averagedFrames, 1), 100)
        return rules
    }
}
