/// Float to the 16 bits that peaks are made of, in Float arithmetic that processors do eight at a time.
///
/// Conversions to integers would trap on a value that is not a number, and the oldest processors cannot round a vector. Adding
/// and subtracting a large number rounds to its last place, to the nearest. A comparison shows the direction of the rounding.
enum Quantization {
    private static let highest: Float = 32_767
    private static let lowest: Float = -32_768

    /// One sample in 16-bit units; 0 for a value that is not a number.
    static func sample(_ value: Float, _ source: PeakBuilder.Source) -> Int32 {
        let isWhole = source == .integer || source == .integer16
        var scaled = value * (isWhole ? 32_768 : 32_767)
        guard scaled == scaled else { return 0 }
        if source == .rounded { scaled = scaled.rounded(.toNearestOrEven) }
        let number = Int32(max(lowest, min(scaled, highest)))
        return isWhole && Float(number) > scaled && scaled > lowest ? number - 1 : number
    }

    /// Eight samples in 16-bit units, whole numbers from −32768 to 32767. Values that are not numbers stay so.
    @inline(__always)
    static func samples(_ values: SIMD8<Float>, _ source: PeakBuilder.Source) -> SIMD8<Float> {
        let whole =
            switch source {
            case .integer, .integer16: roundedDown(values * 32_768)
            case .floatingPoint: roundedTowardsZero(values * 32_767)
            case .rounded: nearest(values * 32_767)
            }
        return clipped(whole)
    }

    /// Whole numbers of 16 bits as they are.
    @inline(__always)
    static func numbers(_ whole: SIMD8<Float>) -> SIMD8<Int16> {
        // The last place of 1.5 × 2²³ is 1.
        let magic: Float = 12_582_912
        let sums = unsafeBitCast(whole + magic, to: SIMD8<Int32>.self) &- Int32(bitPattern: magic.bitPattern)
        return SIMD8<Int16>(truncatingIfNeeded: sums)
    }

    /// Rounds to the nearest, halves to the even number.
    @inline(__always)
    private static func nearest(_ values: SIMD8<Float>) -> SIMD8<Float> {
        // 1.5 × 2²³, whose last place is 1. Numbers that are too large for this are clipped afterwards.
        (values + 12_582_912) - 12_582_912
    }

    @inline(__always)
    private static func roundedDown(_ values: SIMD8<Float>) -> SIMD8<Float> {
        let nearest = nearest(values)
        return nearest - SIMD8<Float>.zero.replacing(with: 1, where: nearest .> values)
    }

    @inline(__always)
    private static func roundedTowardsZero(_ values: SIMD8<Float>) -> SIMD8<Float> {
        let bits = unsafeBitCast(values, to: SIMD8<UInt32>.self)
        let sizes = roundedDown(unsafeBitCast(bits & 0x7FFF_FFFF, to: SIMD8<Float>.self))
        return unsafeBitCast(
            unsafeBitCast(sizes, to: SIMD8<UInt32>.self) | (bits & 0x8000_0000), to: SIMD8<Float>.self)
    }

    @inline(__always)
    private static func clipped(_ values: SIMD8<Float>) -> SIMD8<Float> {
        let top = SIMD8<Float>(repeating: highest)
        let bottom = SIMD8<Float>(repeating: lowest)
        let below = values.replacing(with: top, where: values .> top)
        return below.replacing(with: bottom, where: below .< bottom)
    }
}
