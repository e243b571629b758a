internal import CKernels

/// The smallest and the largest of some samples and 0, because a waveform is drawn around its zero line.
package struct Extremes: Sendable, Hashable {
    package var minimum: Float = 0
    package var maximum: Float = 0

    package init() {}

    /// No samples give 0 and 0.
    package init(of samples: UnsafeBufferPointer<Float>) {
        withUnsafeMutableBytes(of: &self) { readings in
            verbio_extremes(
                samples.baseAddress, samples.count, readings.baseAddress?.assumingMemoryBound(to: Float.self))
        }
    }

    /// The larger distance from 0.
    package var magnitude: Float { max(maximum, -minimum) }

    /// Takes the extremes of other samples into these.
    package mutating func join(_ other: Extremes) {
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
