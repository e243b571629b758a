/// Tells packets of Opus that need not be decoded: after one and the same packet has become silence again and again, it becomes
/// silence the next time, too. Hours of such packets take a few bytes a second and would cost as much as hours of speech.
///
/// A decoder that was left out for as long goes on as if it had not been: what it keeps from one packet to the next has long
/// stopped changing.
struct SteadySilence {
    /// The packet that came last, how often in a row it became silence, and how many frames it is.
    private var packet: [UInt8] = []
    private var (repeats, length) = (0, 0)

    /// A second of the usual packets: all that a decoder remembers has faded by then.
    private static let enough = 50
    /// Well below the least of 24 bits.
    private static let loudest: Float = 1e-8
    /// Bytes of the longest packet that is looked at.
    private static let longest = 16

    /// The frames of the packet where it is known to become what the one before it became, which is silence.
    func length(of next: [UInt8]) -> Int? {
        repeats >= Self.enough && next == packet ? length : nil
    }

    /// A packet was decoded.
    mutating func note(_ decoded: [UInt8], length count: Int, _ samples: ArraySlice<Float>) {
        guard decoded.count <= Self.longest, samples.allSatisfy({ abs($0) <= Self.loudest }) else {
            repeats = 0
            return
        }
        repeats = decoded == packet && count == length ? repeats + 1 : 1
        (packet, length) = (decoded, count)
    }
}
