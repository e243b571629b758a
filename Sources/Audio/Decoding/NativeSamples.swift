/// Interleaved samples as a decoder has them. Whole numbers of 16 bits, which most recordings hold, are kept until a caller
/// needs floating point.
package struct NativeSamples: Sendable {
    /// The samples as recorded, if they are whole numbers of 16 bits.
    package private(set) var integers: [Int16]?
    private var widened: [Float]?
    /// No sample is larger than this, if that was found during the conversion.
    private(set) var largest: Float?

    package init(_ floats: [Float]) { widened = floats }

    package init(_ integers: [Int16]) { self.integers = integers }

    package var count: Int { integers?.count ?? widened?.count ?? 0 }

    /// Full scale ± 1. They are made again each time, unless ``widen()`` has made them.
    package var floats: [Float] { widened ?? integers.map(PCM16.floats) ?? [] }

    /// Makes the ``floats`` once, and keeps them.
    mutating func widen() {
        guard widened == nil, let integers else { return }
        let (floats, largest) = PCM16.widened(integers)
        (widened, self.largest) = (floats, largest)
    }

    /// Removes this many at the beginning.
    mutating func drop(_ count: Int) {
        integers = integers.map { Array($0.dropFirst(count)) }
        widened = widened.map { Array($0.dropFirst(count)) }
    }

    /// Removes everything after this many.
    mutating func cut(to count: Int) {
        integers = integers.map { Array($0.prefix(count)) }
        widened = widened.map { Array($0.prefix(count)) }
    }
}
