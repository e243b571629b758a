/// How alike two lanes are if one of them is moved by some delay. It is the normalised cross-correlation over windows
/// of four hops (256 ms) at 4 kHz.
struct LaneLikeness {
    /// Hops that are compared together.
    static let window = 4
    /// The furthest delay either way: 20 ms at 4 kHz.
    static let reach = 80
    /// Delays are computed sixteen at a time.
    private static let blocks = (2 * reach + 16) / 16

    /// The products of one hop with the other lane, for each delay, and the energies that normalise them.
    private struct Products {
        var hop = -1
        var sums = [Float](repeating: 0, count: 16 * blocks)
        var energies = [Float](repeating: 0, count: 2 * reach + 1)
        var energy: Float = 0
    }

    private var products = [Products](repeating: Products(), count: window)

    /// The squares of the likeness of a lane's hops to the other lane, from 0 to 1, for each delay.
    mutating func squares(_ hops: Range<Int>, _ own: LaneHistory, _ other: LaneHistory) -> [Float] {
        for hop in hops where products[hop % Self.window].hop != hop { multiply(hop, own, other) }
        let energy = products.reduce(0) { $0 + $1.energy }
        return (0...2 * Self.reach).map { delay in
            var (sum, otherEnergy): (Float, Float) = (0, 0)
            for one in products.indices {
                sum += products[one].sums[delay]
                otherEnergy += products[one].energies[delay]
            }
            return sum * sum / max(energy * otherEnergy, 1e-20)
        }
    }

    /// The products of a hop with the other lane at every delay.
    private mutating func multiply(_ hop: Int, _ own: LaneHistory, _ other: LaneHistory) {
        let count = LaneHistory.thinHop
        own.withThinned(hop) { samples, start in
            other.withThinned(hop) { others, _ in
                let ours = UnsafeBufferPointer(rebasing: samples[start..<start + count])
                let first = start - Self.reach
                let bytes = UnsafeRawBufferPointer(others)
                var made = products[hop % Self.window]
                made.hop = hop
                made.energy = ours.reduce(0) { $0 + $1 * $1 }
                for block in 0..<Self.blocks {
                    var sums = SIMD16<Float>(repeating: 0)
                    for (index, sample) in ours.enumerated() {
                        let place = first &+ index &+ 16 &* block
                        let values = bytes.loadUnaligned(fromByteOffset: place &* 4, as: SIMD16<Float>.self)
                        sums += values * sample
                    }
                    for lane in 0..<16 { made.sums[16 * block + lane] = sums[lane] }
                }
                // Double, because adding and subtracting the same energies must leave no remainder.
                var energy = others[first..<first + count].reduce(0.0) { $0 + Double($1) * Double($1) }
                for delay in 0...2 * Self.reach {
                    made.energies[delay] = Float(max(0, energy))
                    let (old, new) = (Double(others[first + delay]), Double(others[first + delay + count]))
                    energy += new * new - old * old
                }
                products[hop % Self.window] = made
            }
        }
    }
}
