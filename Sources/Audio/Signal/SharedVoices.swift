/// Detects that each voice is loud in both of two lanes, for example if two microphones stand before both speakers.
///
/// ``CrosstalkGate`` removes sound that is softer by 10 dB than in the other lane. Louder sound stays, so both lanes would say
/// the same. A window is shared if the lanes are alike (0.5) at some delay within ±20 ms and within 10 dB of each other. Two
/// people who speak at once are alike by 0.08. Hops in which the lanes are the same are not counted: they are announcements, or
/// ``SameChannels`` finds them.
struct SharedVoices {
    /// Windows with sound after which there is a verdict: 15 seconds; at the end 2 seconds are enough.
    private static let certain = 15 * speechSampleRate / LaneHistory.hop
    private static let least = 2 * speechSampleRate / LaneHistory.hop
    private static let fair: Float = 0.5
    private static let loud: Float = 10
    /// The mean square from which a hop counts as sound: -50 dBFS.
    private static let sound: Float = 1e-5

    /// Whether voices are in both lanes; nil until there is a verdict.
    private(set) var areShared: Bool?
    private var waiting: [[Float]] = [[], []]
    private var histories = [LaneHistory(), LaneHistory()]
    private var likeness = LaneLikeness()
    private var heard = 0
    private var windows = (shared: 0, others: 0)
    /// For each of the latest hops, whether the lanes are the same in it.
    private var same = [Bool](repeating: false, count: LaneLikeness.window + 1)

    /// Takes samples of both lanes, equally many of each.
    mutating func hear(_ lanes: [[Float]]) {
        guard areShared == nil, lanes.count == 2 else { return }
        for lane in 0..<2 { waiting[lane] += lanes[lane] }
        var start = 0
        while areShared == nil, start + LaneHistory.hop <= waiting[0].count {
            hear(start..<start + LaneHistory.hop)
            start += LaneHistory.hop
        }
        for lane in 0..<2 { waiting[lane].removeFirst(start) }
    }

    /// Gives the verdict at the end of the recording.
    mutating func finish() {
        guard areShared == nil else { return }
        areShared = windows.shared >= Self.least && windows.shared > windows.others
    }

    private mutating func hear(_ hop: Range<Int>) {
        for lane in 0..<2 {
            waiting[lane].withUnsafeBufferPointer { histories[lane].hear(UnsafeBufferPointer(rebasing: $0[hop])) }
        }
        same[heard % same.count] = isSame(hop)
        heard += 1
        // Delays reach to both sides, so one hop after the window must have been heard.
        let first = heard - LaneLikeness.window - 1
        guard first >= 0 else { return }
        judge(first..<heard - 1)
        guard windows.shared + windows.others >= Self.certain else { return }
        areShared = windows.shared > windows.others
    }

    private mutating func judge(_ hops: Range<Int>) {
        let powers = histories.map { history in hops.reduce(Float(0)) { $0 + history.power($1) } }
        let (louder, softer) = (max(powers[0], powers[1]), min(powers[0], powers[1]))
        guard louder > Float(LaneLikeness.window) * Self.sound, !same.contains(true) else { return }
        let isShared =
            louder < Self.loud * softer
            && (likeness.squares(hops, histories[0], histories[1]).max() ?? 0) >= Self.fair * Self.fair
        if isShared { windows.shared += 1 } else { windows.others += 1 }
    }

    private func isSame(_ hop: Range<Int>) -> Bool {
        var (left, right, both) = (Float(0), Float(0), Float(0))
        for index in hop {
            let (one, other) = (waiting[0][index], waiting[1][index])
            left += one * one
            right += other * other
            both += one * other
        }
        return left < 1.26 * right && right < 1.26 * left && both * both > 0.998 * left * right
    }
}
