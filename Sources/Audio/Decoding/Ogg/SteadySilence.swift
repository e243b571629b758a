/// Recognizes Opus packets that need not be decoded.
///
/// If the same packet has become silence many times in a row, it becomes silence the next time, too. Hours of such packets take
/// a few bytes a second, but decoding them would cost as much as hours of speech.
///
/// A decoder that skips such packets continues as if it had decoded them: its state from one packet to the next has long
/// stopped changing.
struct SteadySilence {
    /// The last packet, how often in a row it became silence, and how many frames it has.
    private var packet: [UInt8] = []
    private var (repeats, length) = (0, 0)

    /// A second of the usual packets: by then the state of a decoder has faded completely.
    private static let enough = 50
    /// Well below the smallest step of 24 bits.
    private static let loudest: Float = 1e-8
    /// Bytes of the longest packet that is checked.
    private static let longest = 16

    /// The frames of the packet if it is known to become the same as the one before it, which is silence.
    func length(of next: [UInt8]) -> Int? {
        repeats >= Self.enough && next == packet ? length : nil
    }

    /// Records a packet that was decoded.
    mutating func note(_ decoded: [UInt8], length count: Int, _ samples: ArraySlice<Float>) {
        guard decoded.count <= Self.longest, samples.allSatisfy({ abs($0) <= Self.loudest }) else {
            repeats = 0
            return
        }
        repeats = decoded == packet && count == length ? repeats + 1 : 1
        (packet, length) = (decoded, count)
    }
}
