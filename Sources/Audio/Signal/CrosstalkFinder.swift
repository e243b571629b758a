/// Decides which hops of a lane hold nothing but the speaker of the other lane, heard faintly.
///
/// Two conditions must hold. The other lane is much louder, and it explains this lane: the two are alike if the other
/// one is moved by some delay. The likeness is the normalised cross-correlation over windows of four hops (256 ms) at 4
/// kHz, the greatest over delays within ±20 ms. Its median is 0.94 in a direct leak of -30 dB, and 0.75 in a leak
/// through a room. For two people who speak at once it is 0.08.
///
/// Likeness alone would sometimes be wrong: vowels of one pitch are alike. But a leak has one delay and one level, so both are
/// learned, and forgotten when they no longer hold:
///
/// * **the delay** is accepted when two windows in succession are alike (0.6) at the same delay, or four fairly alike
///   (0.5). From then on 0.35 at that delay is enough. The test was four hours of 72 pairs of people who speak at once
///   without any leak, one of them 12 to 30 dB softer. In it, 57 of 217,500 hops were mistaken for leak, all in two of
///   the pairs;
/// * **the level** of the leak relative to its source is the level that four fifths of the hops found do not exceed.
///   Neighbouring hops that are no louder than this level explains are leak too, because the weak ends of a leak are buried
///   in the noise;
/// * a hop that is 6 dB louder than that is the lane's own speaker. Between two such hops a weak one is that speaker's, too,
///   however alike it is. Within two hops of such a hop, no hop is leak by the level alone.
struct CrosstalkFinder {
    /// Hops after the one being judged that must have been heard.
    static let lookAhead = 4

    private static let window = LaneLikeness.window
    private static let reach = LaneLikeness.reach
    private static let strong: Float = 0.6
    private static let fair: Float = 0.5
    private static let known: Float = 0.35
    /// How much louder the other lane is in a window, and in any hop of it: 10 and 6 dB.
    private static let louder: Float = 10
    private static let louderHop: Float = 4
    /// A hop is the lane's own if it is louder than explained by this much: 6 dB.
    private static let margin: Float = 4
    /// The other lane's speech is above -60 dBFS.
    private static let audible: Float = 1e-6
    /// If the share of windows with the right delay falls below this, the delay is forgotten.
    private static let faith: Float = 0.2

    private var likeness = LaneLikeness()
    /// Whether each of the latest hops was found in a window.
    private var found = [Bool](repeating: false, count: 16)
    /// Windows in succession that are fairly alike, and alike, at one delay.
    private var fairRun = 0
    private var strongRun = 0
    private var runDelay = 0
    /// The delays and the levels found last.
    private var delays: [Int] = []
    private var ratios: [Float] = []
    private var delay: Int?
    private var coupling: Float?
    private var belief: Float = 1

    /// Whether a hop of a lane is leak from the other. The caller asks for one hop after the other, when ``lookAhead`` more
    /// have been heard.
    mutating func isLeak(hop: Int, of own: LaneHistory, from other: LaneHistory) -> Bool {
        found[(hop + Self.window - 1) & 15] = false
        look(at: hop, own, other)
        guard let coupling else { return false }
        let isOwn = { (hop: Int) in
            let explained = coupling * other.lingeringPower(hop)
            return own.power(hop) > Self.margin * (explained + own.noise)
        }
        if isOwn(hop) { return false }
        let (isBehind, isBefore) = ((hop - 2..<hop).contains(where: isOwn), (hop + 1...hop + 2).contains(where: isOwn))
        if found[hop & 15] { return !(isBehind && isBefore) }
        let power = other.lingeringPower(hop)
        return power >= Self.louderHop * own.power(hop) && 4 * coupling * power > own.noise
            && (hop - 6...hop + 3).contains { found[$0 & 15] } && !isBehind && !isBefore
    }

    /// Looks at the window that begins with a hop.
    private mutating func look(at first: Int, _ own: LaneHistory, _ other: LaneHistory) {
        let hops = first..<first + Self.window
        let power = hops.reduce(0) { $0 + own.power($1) }
        let otherPower = hops.reduce(0) { $0 + other.power($1) }
        guard power > 1e-11, otherPower > Float(Self.window) * Self.audible, otherPower >= Self.louder * power else {
            (fairRun, strongRun) = (0, 0)
            return
        }
        let squares = likeness.squares(hops, own, other)
        guard let best = squares.indices.max(by: { squares[$0] < squares[$1] }) else { return }
        let greatest = squares[best].squareRoot()
        let goesOn = fairRun > 0 && abs(best - runDelay) <= 1
        fairRun = greatest < Self.fair ? 0 : goesOn ? fairRun + 1 : 1
        strongRun = greatest < Self.strong ? 0 : goesOn ? strongRun + 1 : 1
        runDelay = best
        let near = delay.map { max(0, $0 - 2)...min(2 * Self.reach, $0 + 2) }
        let isKnown = near.map { squares[$0].contains { $0 >= Self.known * Self.known } } ?? false
        guard isKnown || strongRun >= 2 || fairRun >= 4 else {
            return doubt(power, otherPower, own.noise * Float(Self.window))
        }
        belief = 0.9 * belief + 0.1
        if greatest >= Self.fair {
            delays = delays.suffix(31) + [best]
            delay = delays.sorted()[delays.count / 2]
        }
        for hop in first - min(max(fairRun - 1, 0), 6)..<hops.upperBound {
            guard !found[hop & 15], other.power(hop) >= Self.louderHop * own.power(hop) else { continue }
            found[hop & 15] = true
            if greatest >= Self.fair, own.power(hop) > 2 * own.noise {
                ratios = ratios.suffix(63) + [(own.power(hop) - own.noise) / other.power(hop)]
            }
        }
        coupling = ratios.isEmpty ? nil : ratios.sorted()[(ratios.count - 1) * 4 / 5]
    }

    /// Counts a window that was not alike at the accepted delay. It counts only if leak should have been heard and no other
    /// speaker was heard.
    private mutating func doubt(_ power: Float, _ otherPower: Float, _ noise: Float) {
        guard let coupling, coupling * otherPower > 2 * noise,
            power < Self.margin * (coupling * otherPower + noise)
        else { return }
        belief *= 0.9
        guard belief < Self.faith else { return }
        (delay, self.coupling, belief) = (nil, nil, 1)
        delays = []
        ratios = []
    }
}
