internal import CKernels

/// Comparisons of many samples at once, because almost none is ever out of bounds.
package enum Magnitudes {
    /// Whether a sample is larger than the limit, which is at least 0, or not a number.
    package static func exceed(_ limit: Float, _ samples: UnsafeBufferPointer<Float>) -> Bool {
        verbio_exceeds(samples.baseAddress, samples.count, limit) != 0
    }
}
