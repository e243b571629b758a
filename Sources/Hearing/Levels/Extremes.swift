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

    /// Whether a sample is larger than the limit or no number at all; eight at a time, because nearly none ever is.
    static func exceeds(_ limit: Float, _ samples: UnsafeBufferPointer<Float>) -> Bool {
        let raw = UnsafeRawBufferPointer(samples)
        var isSound = SIMDMask<SIMD8<Int32>>(repeating: true)
        var index = 0
        while index &+ 8 <= samples.count {
            let values = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
            // Comparisons with what is not a number are false.
            isSound .&= (values .<= limit) .& (values .>= -limit)
            index &+= 8
        }
        return !all(isSound) || samples[index...].contains { !($0.magnitude <= limit) }
    }

    var magnitude: Float { max(maximum, -minimum) }

    mutating func join(_ other: Extremes) {
        minimum = min(minimum, other.minimum)
        maximum = max(maximum, other.maximum)
    }
}
