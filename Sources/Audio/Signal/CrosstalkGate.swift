/// Removes from each of two lanes the sound that is only the other lane's speaker.
///
/// In a call with a channel for each side, one microphone picks up the other side faintly, from an earpiece or across a
/// table. A listener does not take that for a second speaker, but a detector of speech does, even at -40 dB.
///
/// The lanes are processed in hops of 64 ms. ``CrosstalkFinder`` says which hops of a lane are leak. Those are turned down by
/// 40 dB, along 8 ms, and white noise as loud as the lane's own background replaces them. Without the noise, the background
/// that is left between two leaks stands out of silence. It was found to be a word in two of eight calls. In all other hops no
/// sample is changed, so audio without crosstalk stays as it was.
///
/// Five hops are held back (320 ms): the four of a window and the part of the other lane that is later than they. The result
/// depends on the position of the samples alone, not on the size of the pieces, and every lane keeps its length.
struct CrosstalkGate {
    /// How far leak is turned down: 40 dB.
    private static let down: Float = 0.01
    /// Samples along which the level changes.
    private static let ramp = 128

    /// Samples that have arrived and are not passed on yet, for each lane.
    private var waiting: [[Float]] = [[], []]
    private var histories = [LaneHistory(), LaneHistory()]
    private var finders = [CrosstalkFinder(), CrosstalkFinder()]
    /// The level of each lane at the end of the last hop that was passed on.
    private var levels: [Float] = [1, 1]
    /// Hops heard and passed on since the beginning.
    private var heard = 0
    private var given = 0

    /// The number of samples that both lanes have waiting.
    private var waitingCount: Int { min(waiting[0].count, waiting[1].count) }

    /// Takes samples of both lanes, equally many of each, and returns those that are ready.
    mutating func push(_ lanes: [[Float]]) -> [[Float]] {
        for lane in 0..<2 { waiting[lane] += lanes[lane] }
        let first = given
        var ready: [[Float]] = [[], []]
        while (heard - first + 1) * LaneHistory.hop <= waitingCount {
            hear((heard - first) * LaneHistory.hop, LaneHistory.hop)
            if heard > CrosstalkFinder.lookAhead {
                give((given - first) * LaneHistory.hop, LaneHistory.hop, into: &ready)
            }
        }
        for lane in 0..<2 { waiting[lane].removeFirst((given - first) * LaneHistory.hop) }
        return ready
    }

    /// The samples that are still held back, once there are no more. After the end silence is assumed.
    mutating func finish() -> [[Float]] {
        let first = given
        var ready: [[Float]] = [[], []]
        while (given - first) * LaneHistory.hop < waitingCount {
            let start = (heard - first) * LaneHistory.hop
            hear(start, max(0, min(LaneHistory.hop, waitingCount - start)))
            guard heard > CrosstalkFinder.lookAhead else { continue }
            let next = (given - first) * LaneHistory.hop
            give(next, min(LaneHistory.hop, waitingCount - next), into: &ready)
        }
        self = CrosstalkGate()
        return ready
    }

    /// Hears the next hop: this many waiting samples from this position.
    private mutating func hear(_ start: Int, _ count: Int) {
        for lane in 0..<2 {
            waiting[lane].withUnsafeBufferPointer { samples in
                let hop = count > 0 ? samples[start..<start + count] : samples[..<0]
                histories[lane].hear(UnsafeBufferPointer(rebasing: hop))
            }
        }
        heard += 1
    }

    /// Passes the next hop on: this many waiting samples from this position.
    private mutating func give(_ start: Int, _ count: Int, into ready: inout [[Float]]) {
        for lane in 0..<2 {
            let isLeak = finders[lane].isLeak(hop: given, of: histories[lane], from: histories[1 - lane])
            let (before, level) = (levels[lane], isLeak ? Self.down : 1)
            levels[lane] = level
            guard before != 1 || level != 1 else {
                ready[lane] += waiting[lane][start..<start + count]
                continue
            }
            let noise = histories[lane].noise
            for index in 0..<count {
                let part = min(1, Float(index + 1) / Float(Self.ramp))
                let gain = before + (level - before) * part
                // Uniform between ±1, whose mean square is a third.
                let size = (3 * noise * max(0, 1 - gain * gain)).squareRoot()
                let random = Self.random((given * LaneHistory.hop + index) * 2 + lane)
                ready[lane].append(waiting[lane][start + index] * gain + size * random)
            }
        }
        given += 1
    }

    /// A number between -1 and 1 that depends on a position: SplitMix64's output function (Steele, Lea and Flood, 2014).
    private static func random(_ position: Int) -> Float {
        var bits = UInt64(truncatingIfNeeded: position) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Float(Int32(truncatingIfNeeded: (bits ^ (bits >> 31)) >> 32)) / Float(1 << 31)
    }
}

/// The data of a lane that is kept to find the other lane's speaker in it.
struct LaneHistory {
    /// Samples of a hop, 64 ms.
    static let hop = 1_024
    /// Samples of a hop that are compared: at 4 kHz.
    static let thinHop = hop / 4
    /// Hops of which the thinned samples are kept.
    private static let thinHops = 8
    /// A background is looked for in hops of 4 to 8 seconds.
    private static let noiseHops = 62
    /// The decay of a sound from one hop to the next: 9 dB, as in a room with a reverberation time of 430 ms.
    private static let echo: Float = 0.126
    /// The part of the previous sample that is subtracted from each. Low tones, hum above all, in which any two voices are
    /// alike, count less then. Without it the likeness of two people who speak at once was above 0.57 in one window of a
    /// thousand, with it above 0.47.
    private static let tilt: Float = 0.9

    private var powers = [Float](repeating: 0, count: 16)
    private var lingering = [Float](repeating: 0, count: 16)
    private var thin = [Float](repeating: 0, count: thinHops * thinHop)
    private var before: Float = 0
    private var heard = 0
    private var quietest: [Float] = [.infinity, .infinity]

    /// The mean square of the lane's own background: of its quietest hop in the last seconds.
    var noise: Float { min(quietest[0], quietest[1], 1) }

    /// The mean square of one of the latest hops.
    func power(_ hop: Int) -> Float { powers[hop & 15] }

    /// The power of one of the latest hops, or of what a room keeps of those before it.
    func lingeringPower(_ hop: Int) -> Float { lingering[hop & 15] }

    /// Takes the next hop; missing samples at the end of the recording are silence.
    mutating func hear(_ samples: UnsafeBufferPointer<Float>) {
        var energy: Float = 0
        thin.withUnsafeMutableBufferPointer { thin in
            guard let base = thin.baseAddress else { return }
            let start = (Self.thinHops - 1) * Self.thinHop
            base.update(from: base + Self.thinHop, count: start)
            for index in 0..<Self.thinHop {
                var sum: Float = 0
                for place in 4 * index..<min(4 * index + 4, max(4 * index, samples.count)) {
                    let sample = samples[place]
                    sum += sample
                    energy += sample * sample
                }
                let mean = sum / 4
                base[start + index] = mean - Self.tilt * before
                before = mean
            }
        }
        let power = energy / Float(Self.hop)
        powers[heard & 15] = power
        lingering[heard & 15] = max(power, lingering[(heard &- 1) & 15] * Self.echo)
        if samples.count == Self.hop {
            if heard % Self.noiseHops == 0 { quietest = [quietest[1], .infinity] }
            quietest[1] = min(quietest[1], power)
        }
        heard += 1
    }

    /// Calls the body with the thinned samples of the latest hops and the index at which one of them begins.
    func withThinned<Result>(_ hop: Int, _ body: (UnsafeBufferPointer<Float>, Int) -> Result) -> Result {
        thin.withUnsafeBufferPointer { body($0, (Self.thinHops - heard + hop) * Self.thinHop) }
    }
}
