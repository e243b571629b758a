/// Detects that two lanes carry the same sound: a call mixed to one channel and saved in two, or with one of them inverted.
///
/// Only sound above -50 dBFS counts, hop by hop (64 ms). A hop is the same if the lanes are equally loud within 1 dB and one
/// more condition holds. Either all but a five-hundredth of their energy is common, or the rest is a noise below -57 dBFS in
/// each. Two microphones are never that alike, however near they are.
///
/// The verdict needs half a minute of such sound and almost no other. Announcements that an exchange plays into both
/// sides of a real call are the same, too, but shorter. Music on hold is heard on one side only. At the end of the
/// audio less is enough, if there is no other sound. Softer sound, down to -70 dBFS, must not distinguish the lanes
/// either, unless the same sound lasts for as long.
struct SameChannels {
    /// Hops of the same sound after which it is certain: 30 seconds.
    private static let certain = 30 * speechSampleRate / LaneHistory.hop
    /// The least for a shorter recording: 2 seconds, or 3 hops if soft sound is no evidence against it.
    private static let least = 2 * speechSampleRate / LaneHistory.hop
    private static let fewest = 3
    /// Hops of different sound after which two people can certainly be told apart: 1 second, and this many for each that is the
    /// same.
    private static let different = speechSampleRate / LaneHistory.hop
    private static let share = 0.1
    /// The mean square of the difference of two channels that have a noise of -57 dBFS each.
    private static let noise: Float = 4e-6
    /// Mean squares from which a hop counts as sound, and as soft sound.
    private static let (sound, softSound) = (Float(1e-5), Float(1e-7))

    /// Nil until there is a verdict.
    private(set) var areSame: Bool?
    private var sums = (left: Float(0), right: Float(0), both: Float(0), count: 0)
    private var hops = (same: 0, different: 0, softlyDifferent: 0)

    /// Takes samples of both lanes, equally many of each.
    mutating func hear(_ lanes: [[Float]]) {
        guard areSame == nil, lanes.count == 2 else { return }
        for (left, right) in zip(lanes[0], lanes[1]) {
            sums.left += left * left
            sums.right += right * right
            sums.both += left * right
            sums.count += 1
            if sums.count == LaneHistory.hop { judge() }
            if areSame != nil { return }
        }
    }

    /// Gives the verdict at the end of the recording.
    mutating func finish() {
        guard areSame == nil else { return }
        areSame =
            !isMixed
            && (hops.same >= Self.least || hops.same >= Self.fewest && hops.softlyDifferent <= hops.same)
    }

    private mutating func judge() {
        let (left, right, both, count) = sums
        sums = (0, 0, 0, 0)
        let power = max(left, right) / Float(count)
        guard power > Self.softSound else { return }
        let rest = left + right - 2 * both.magnitude
        let isAsLoud = left < 1.26 * right && right < 1.26 * left
        let isAlike = both * both > 0.998 * left * right
        guard power > Self.sound else {
            if !isAlike || !isAsLoud { hops.softlyDifferent += 1 }
            return
        }
        if isAlike || rest < Self.noise * Float(count), isAsLoud {
            hops.same += 1
        } else {
            hops.different += 1
        }
        if hops.different >= Self.different, isMixed {
            areSame = false
        } else if hops.same >= Self.certain {
            areSame = true
        }
    }

    private var isMixed: Bool { Double(hops.different) > Self.share * Double(hops.same) }
}
