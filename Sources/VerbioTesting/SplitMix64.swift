/// Steele, Lea and Flood's generator ("Fast splittable pseudorandom number generators", 2014).
///
/// It is small, and gives the same numbers on every machine and in every run, so that a failed case can be run again.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// Equal seeds give equal numbers.
    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
