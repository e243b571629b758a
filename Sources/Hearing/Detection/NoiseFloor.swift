/// The sound of the room without speech: the power of the steady noise in each band, by minimum statistics.
///
/// Speech leaves every band several times a second, so the smallest smoothed power of the last two seconds is the noise. It is
/// raised by the difference between a minimum and a mean. Louder noise would count as speech until the window has passed. But
/// noise is even and speech is not. So if no group of bands changes much over a stretch, the floor forgets the older values.
struct NoiseFloor: Sendable {
    /// The window is kept as minima of short pieces, so that it can advance without storing every frame.
    private var pieces: [Piece]
    private var next = 0
    private var current = Piece()
    private var framesInCurrent = 0
    private var smoothed: BandPowers?
    private let bias: BandPowers
    private let rules: DetectionRules

    /// The floor after the last frame, without the bias.
    private(set) var minimum: BandPowers

    private struct Piece: Sendable {
        var minimum = BandPowers(repeating: .infinity)
        var quietest = SIMD4<Float>(repeating: .infinity)
        var loudest = SIMD4<Float>(repeating: 0)
    }

    init(rules: DetectionRules) {
        self.rules = rules
        pieces = Array(repeating: Piece(), count: max(1, rules.floorPieces))
        bias = NoiseFloor.bias(decibelsAt100Hz: rules.floorBias)
        minimum = BandPowers(repeating: 0)
    }

    /// The factor from a minimum to a mean.
    ///
    /// It is smaller if a band's power is already an average, so it is proportional to one over the root of the width.
    static func bias(decibelsAt100Hz decibels: Float) -> BandPowers {
        let widths = FilterBank.widths
        var factors = BandPowers(repeating: 1)
        for band in 0..<8 {
            factors.low[band] = Decibels.factor(decibels * (100 / widths.low[band]).squareRoot())
            factors.high[band] = Decibels.factor(decibels * (100 / widths.high[band]).squareRoot())
        }
        return factors
    }

    /// The floor in each band, at least the smallest power that counts as sound.
    var powers: BandPowers {
        (minimum * bias).maximum(BandPowers(repeating: rules.faintest))
    }

    mutating func hear(_ frame: BandPowers) {
        let power = smoothed?.moved(toward: frame, share: rules.floorSmoothing) ?? frame
        smoothed = power
        let groups = power.groups
        current.minimum = current.minimum.minimum(power)
        current.quietest = current.quietest.replacing(with: groups, where: groups .< current.quietest)
        current.loudest = current.loudest.replacing(with: groups, where: groups .> current.loudest)
        framesInCurrent += 1
        if framesInCurrent >= rules.pieceFrames {
            pieces[next] = current
            current = Piece()
            framesInCurrent = 0
            if isSteady { forgetOlder() }
            next = (next + 1) % pieces.count
            minimum = pieces.reduce(BandPowers(repeating: .infinity)) { $0.minimum($1.minimum) }
        } else {
            minimum = framesHeard == 0 ? power : minimum.minimum(power)
        }
        framesHeard += 1
    }

    private var framesHeard = 0

    /// Whether all groups of bands stayed within a few decibels over the last pieces.
    private var isSteady: Bool {
        guard framesHeard >= rules.steadyPieces * rules.pieceFrames - 1 else { return false }
        var quietest = SIMD4<Float>(repeating: .infinity)
        var loudest = SIMD4<Float>(repeating: 0)
        for back in 0..<min(rules.steadyPieces, pieces.count) {
            let piece = pieces[(next + pieces.count - back) % pieces.count]
            quietest = quietest.replacing(with: piece.quietest, where: piece.quietest .< quietest)
            loudest = loudest.replacing(with: piece.loudest, where: piece.loudest .> loudest)
        }
        let limit = quietest * rules.steadySpan + SIMD4(repeating: 4 * rules.faintest)
        return all(loudest .<= limit)
    }

    private mutating func forgetOlder() {
        guard rules.steadyPieces < pieces.count else { return }
        for back in rules.steadyPieces..<pieces.count {
            pieces[(next + pieces.count - back) % pieces.count].minimum = BandPowers(repeating: .infinity)
        }
    }
}
