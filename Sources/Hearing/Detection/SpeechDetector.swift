internal import Foundation

/// What one frame says.
enum Activity: UInt8, Sendable, Hashable {
    /// Below both thresholds.
    case silent
    /// Between the thresholds: speech goes on, but does not begin.
    case weak
    /// Above both.
    case strong
}

/// Tells speech from steady noise, frame by frame, by how far the bands rise above their floors.
struct SpeechDetector: Sendable {
    private let rules: DetectionRules
    private var level: Float = 0
    /// Power of the loudest recent speech, all bands together.
    private var loudest: Float = 0
    private let fading: Float
    private let span: Float
    private let enter: Float
    private let exit: Float

    init(rules: DetectionRules, framesPerSecond: Float) {
        self.rules = rules
        fading = Float(pow(10, Double(-rules.forgetting / framesPerSecond / 10)))
        span = Float(pow(10, Double(-rules.span / 10)))
        enter = Float(pow(10, Double(rules.enter / 10)))
        exit = Float(pow(10, Double(rules.exit / 10)))
    }

    mutating func judge(_ frame: BandPowers, floor: BandPowers) -> Activity {
        let ratio = frame.meanRatio(to: floor, ceiling: rules.bandCeiling)
        level += (ratio - level) * rules.levelSmoothing
        let power = frame.total
        loudest *= fading
        // The level lags behind; the frame itself must agree, or every click would last as long as the average.
        let heard = min(level, ratio * 2)
        guard heard >= exit, power >= loudest * span else { return .silent }
        guard heard >= enter else { return .weak }
        loudest = max(loudest, power)
        return .strong
    }
}
