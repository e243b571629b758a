/// The activity of one frame.
enum Activity: UInt8, Sendable, Hashable {
    /// Below both thresholds.
    case silent
    /// Between the thresholds: it continues speech, but does not begin it.
    case weak
    /// Above both.
    case strong
}

/// Distinguishes speech from steady noise, frame by frame.
struct SpeechDetector: Sendable {
    private let rules: DetectionRules
    private var prominence: Prominence
    /// Power of the loudest recent speech, all bands together.
    private var loudest: Float = 0
    private let fading: Float
    private let span: Float

    init(rules: DetectionRules, framesPerSecond: Float) {
        self.rules = rules
        prominence = Prominence(rules: rules)
        fading = Decibels.factor(-rules.forgetting / framesPerSecond)
        span = Decibels.factor(-rules.span)
    }

    mutating func judge(_ frame: BandPowers, floor: BandPowers) -> Activity {
        let reading = prominence.hear(frame, floor: floor)
        let power = frame.total
        loudest *= fading
        guard reading.likelihood >= rules.exit, reading.isSustained, power >= loudest * span else {
            return .silent
        }
        guard reading.likelihood >= rules.enter else { return .weak }
        loudest = max(loudest, power)
        return .strong
    }
}
