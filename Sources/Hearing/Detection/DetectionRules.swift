/// The numbers of the speech detector. All were chosen on the labelled set that `Tests/HearingTests` makes (read speech,
/// commands and digits in silence, room noise, white and pink noise), unless said otherwise.
public struct DetectionRules: Sendable, Hashable, Codable {
    /// Weight of the newest frame in the power whose minimum is the floor: an average over about 120 ms.
    public var floorSmoothing: Float = 0.15
    /// Frames in one piece of the floor's window, and pieces in the window: 16 × 120 ms, 1.9 s.
    public var pieceFrames = 12
    public var floorPieces = 16
    /// Pieces without movement after which louder noise becomes the floor (600 ms), and how far the loudest may be above the
    /// quietest for that, as a factor of power.
    public var steadyPieces = 5
    public var steadySpan: Float = 3.0
    /// Decibels by which the minimum of a band 100 Hz wide lies below the mean of steady noise.
    public var floorBias: Float = 4.0
    /// Power per band that counts as no sound: −95 dB, so that dither (−98 dB in all bands) is silence and speech whose
    /// mean lies at −66 dBFS is not.
    public var faintest: Float = 3e-10
    /// Frames at the start that are judged only when all of them are known (1 s): before that, speech at the very start
    /// and steady noise look alike.
    public var warmUpFrames = 100

    /// How far above its floor a single band may count, as a factor of power.
    public var bandCeiling: Float = 1000
    /// Weight of the newest frame in the level that is compared with the thresholds: about 40 ms.
    public var levelSmoothing: Float = 0.4
    /// Decibels above the floor at which speech begins, and below which it ends.
    public var enter: Float = 5
    public var exit: Float = 3
    /// How far below the loudest recent speech a frame may be and still be speech, in decibels, and how fast that
    /// loudest is forgotten, in decibels per second.
    public var span: Float = 35
    public var forgetting: Float = 10

    public init() {}
}
