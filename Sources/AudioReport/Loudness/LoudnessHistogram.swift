internal import Foundation

/// Energies of windows above the absolute gate of −70 LUFS, in bins of 0.02 LU.
///
/// A bin holds the sum of the energies in it, so a mean over whole bins is exact. A result can only be off if the relative gate
/// or a percentile falls inside a bin, and then by less than a bin's width. Its size does not grow with the recording.
struct LoudnessHistogram: Sendable {
    private static let lowest = -70.0
    private static let binsPerUnit = 50.0
    /// Up to +30 LUFS; louder windows are in the last bin.
    private static let binCount = 5_000
    private static let gate = LoudnessScale.energy(lowest)

    private var counts = [Int](repeating: 0, count: binCount)
    private var sums = [Double](repeating: 0, count: binCount)

    mutating func add(_ energy: Double) {
        guard energy >= Self.gate else { return }
        let offset = (LoudnessScale.units(energy) - Self.lowest) * Self.binsPerUnit
        let bin = Int(max(0, min(Double(Self.binCount - 1), offset)))
        counts[bin] += 1
        sums[bin] += energy
    }

    /// The mean energy of the windows that the relative gate leaves (BS.1770-4: 10 LU below the mean of all); nil if there are
    /// none.
    func gatedMean(_ units: Double) -> Double? {
        guard let bins = gated(units) else { return nil }
        return sums[bins].reduce(0, +) / Double(counts[bins].reduce(0, +))
    }

    /// The distance in LU between two percentiles of the windows that the relative gate leaves (EBU Tech 3342: 20 LU below the
    /// mean, 10th to 95th percentile); nil if there are none.
    func range(gate units: Double, from low: Double, to high: Double) -> Double? {
        guard let bins = gated(units) else { return nil }
        let count = counts[bins].reduce(0, +)
        let value = { (share: Double) -> Double in
            var rank = Int(Double(count - 1) * share + 0.5)
            for bin in bins {
                if rank < counts[bin] { return LoudnessScale.units(sums[bin] / Double(counts[bin])) }
                rank -= counts[bin]
            }
            return Self.lowest
        }
        return value(high) - value(low)
    }

    /// The bins, not all empty, of windows that are at most this many LU below the mean.
    private func gated(_ units: Double) -> Range<Int>? {
        let count = counts.reduce(0, +)
        guard count > 0 else { return nil }
        let threshold = sums.reduce(0, +) / Double(count) * pow(10, -units / 10)
        let first = counts.indices.first { counts[$0] > 0 && sums[$0] / Double(counts[$0]) >= threshold }
        return first.map { $0..<counts.count }
    }
}

/// Loudness units of BS.1770-4: −0.691 makes a sine of 997 Hz at full scale in one channel read −3.01.
enum LoudnessScale {
    private static let offset = -0.691

    static func units(_ energy: Double) -> Double { 10 * log10(energy) + offset }

    static func energy(_ units: Double) -> Double { pow(10, (units - offset) / 10) }
}
