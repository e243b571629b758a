internal import CKernels

/// The smallest and the largest of some samples and 0, because a waveform is drawn around its zero line.
package struct Extremes: Sendable, Hashable {
    package var minimum: Float = 0
    package var maximum: Float = 0

    package init() {}

    package init(of samples: UnsafeBufferPointer<Float>) {
        withUnsafeMutableBytes(of: &self) { readings in
            verbio_extremes(
                samples.baseAddress, samples.count, readings.baseAddress?.assumingMemoryBound(to: Float.self))
        }
    }

    package var magnitude: Float { max(maximum, -minimum) }

    package mutating func join(_ other: Extremes) {
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
