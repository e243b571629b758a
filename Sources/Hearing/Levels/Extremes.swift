internal import CKernels

/// The smallest and the largest of some samples, and 0: a waveform is drawn around its zero line.
struct Extremes: Sendable, Hashable {
    var minimum: Float = 0
    var maximum: Float = 0

    init() {}

    init(of samples: UnsafeBufferPointer<Float>) {
        withUnsafeMutableBytes(of: &self) { readings in
            verbio_extremes(
                samples.baseAddress, samples.count, readings.baseAddress?.assumingMemoryBound(to: Float.self))
        }
    }

    var magnitude: Float { max(maximum, -minimum) }

    mutating func join(_ other: Extremes) {
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
