/// The parameters of the speech detector.
///
/// They were chosen on read speech, commands and digits, in silence, room noise, white and pink noise from +20 to −5 dB. They
/// were also chosen on ten minutes each of noises, hum and clicks without speech. Powers are mean squares, 1 at full scale.
package struct DetectionRules: Sendable, Hashable, Codable {
    /// Weight of the newest frame in the smoothed power (an average over about 120 ms); the minimum of that power is the floor.
    package var floorSmoothing: Float = 0.15
    /// Frames in one piece of the floor's window, and pieces in the window: 16 × 120 ms, 1.9 s. Minimum statistics are
    /// usual over 1.5–2 s: longer than a phrase without a gap, shorter than noises take to change.
    package var pieceFrames = 12
    package var floorPieces = 16
    /// Pieces without movement after which louder noise becomes the floor (600 ms), and the largest ratio of power within them.
    ///
    /// The ratio is that of the loudest piece to the quietest. Steady noise stays within 2; speech changes by 10 or more.
    package var steadyPieces = 5
    package var steadySpan: Float = 3.0
    /// Decibels by which the minimum of a band 100 Hz wide lies below the mean of steady noise.
    ///
    /// Measured 2.0–2.3 in white and pink noise for every band below 3 kHz, after scaling by the root of its width.
    package var floorBias: Float = 2.2
    /// The power per band that counts as no sound: −95 dB.
    ///
    /// So dither (−98 dB in all bands) is silence, and speech with a mean of −66 dBFS is not.
    package var faintest: Float = 3e-10
    /// Frames at the start that are judged only when all of them are known (1 s).
    ///
    /// Before that, speech at the very start and steady noise look alike.
    package var warmUpFrames = 100

    /// Frames over which the rise above the floor is averaged: 50 ms, shorter than a syllable.
    package var averagedFrames = 5
    /// The largest ratio of power above its floor that a band may count.
    ///
    /// It is far above any threshold, and low enough that a click does not last much longer than it is.
    package var bandCeiling: Float = 16
    /// A band counts with its width, but at most with this many Hz: neighbouring frequencies of a voice carry the same
    /// information.
    package var widestBand: Float = 400
    /// The log-likelihood ratio per band, in nats, at which speech begins and below which it ends.
    ///
    /// In 20 minutes of steady noise it never rose above 0.64; rooms are less steady than noise generators. Lower values find
    /// more speech at 0 dB and below, and higher ones lose it there. At 5 dB and above the value does not matter.
    package var enter: Float = 1.4
    package var exit: Float = 0.85
    /// The factor by which most of the averaged frames must each exceed the floor. It rejects sounds that are loud for only 20
    /// ms.
    package var frameRise: Float = 1.2
    /// How far below the loudest recent speech a frame may be and still be speech, in decibels.
    ///
    /// The second value is how fast that loudest level is forgotten, in decibels per second.
    package var span: Float = 35
    package var forgetting: Float = 10

    package init() {}

    /// The same rules with every count limited to its valid range.
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
