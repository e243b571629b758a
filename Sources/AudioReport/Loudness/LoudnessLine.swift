internal import Hearing

/// Short-term loudness over time, with a limited number of points for a recording of any length.
package struct LoudnessLine: Sendable, Hashable, Codable {
    /// When the first window of three seconds ended; the line begins there.
    package var firstSeconds: Double
    /// From one point to the next: a tenth of a second, or that times a power of two.
    package var secondsPerPoint: Double
    /// LUFS, the mean of the windows that ended within the point's time; −120 stands for silence.
    package var values: [Double]
}

/// Draws the line. When it is full, each two points become one.
struct LoudnessLineBuilder: Sendable {
    static let capacity = 2_048

    private var sums: [Double] = []
    private var span = 1
    private var count = 0

    mutating func add(_ energy: Double) {
        if count == sums.count * span {
            if sums.count == Self.capacity { halve() }
            sums.append(0)
        }
        sums[sums.count - 1] += energy
        count += 1
    }

    func line(firstSeconds: Double, secondsPerStep: Double) -> LoudnessLine {
        let values = sums.indices.map { index in
            let share = min(span, count - index * span)
            return sums[index] > 0
                ? max(Decibels.silence, LoudnessScale.units(sums[index] / Double(share))) : Decibels.silence
        }
        return LoudnessLine(
            firstSeconds: firstSeconds, secondsPerPoint: secondsPerStep * Double(span), values: values)
    }

    private mutating func halve() {
        for index in 0..<(sums.count / 2) { sums[index] = sums[2 * index] + sums[2 * index + 1] }
        sums.removeLast(sums.count / 2)
        span *= 2
    }
}
