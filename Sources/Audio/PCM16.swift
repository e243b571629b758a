internal import CKernels

/// 16-bit PCM as bytes, little-endian, the form in which audio is stored and exchanged.
package enum PCM16 {
    package static func littleEndianBytes(_ samples: [Int16]) -> [UInt8] {
        #if _endian(little)
            samples.withUnsafeBytes(Array.init)
        #else
            samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #endif
    }

    /// An odd byte at the end is ignored.
    package static func samples(fromLittleEndian bytes: [UInt8]) -> [Int16] {
        bytes.withUnsafeBytes { raw in
            (0..<raw.count / 2).map { Int16(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
    }

    /// Full scale ± 1 to 16 bits: to the nearest, halves to the even one, clipped; a value that is not a number becomes 0.
    ///
    /// Adding 1.5 × 2²³ leaves the rounded value in the low bits of the sum, which every processor does eight at a time.
    /// `rounded()` is a library call per sample on the oldest supported processors.
    package static func quantized(_ samples: [Float]) -> [Int16] { samples.withUnsafeBufferPointer { quantized($0) } }

    /// The same without an array.
    package static func quantized(_ samples: UnsafeBufferPointer<Float>) -> [Int16] {
        [Int16](unsafeUninitializedCapacity: samples.count) { output, count in
            let magic: Float = 12_582_912
            let raw = UnsafeRawBufferPointer(samples)
            var index = 0
            while index + 8 <= samples.count {
                var block = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self) * 32_768
                block.replace(with: 0, where: block .!= block)
                block.replace(with: 32_767, where: block .> 32_767)
                block.replace(with: -32_768, where: block .< -32_768)
                let sum = unsafeBitCast(block + magic, to: SIMD8<Int32>.self) &- Int32(bitPattern: magic.bitPattern)
                UnsafeMutableRawPointer(output.baseAddress.unsafelyUnwrapped + index).storeBytes(
                    of: SIMD8<Int16>(truncatingIfNeeded: sum), as: SIMD8<Int16>.self)
                index &+= 8
            }
            while index < samples.count {
                let scaled = samples[index] * 32_768
                let clipped = scaled.isNaN ? 0 : Swift.max(-32_768, Swift.min(32_767, scaled))
                output[index] = Int16(truncatingIfNeeded: (clipped + magic).bitPattern &- magic.bitPattern)
                index &+= 1
            }
            count = samples.count
        }
    }

    /// 16 bits to full scale ± 1, exactly.
    package static func floats(_ samples: [Int16]) -> [Float] { widened(samples).floats }

    /// The same, with the largest magnitude among them, 0 to 1.
    static func widened(_ samples: [Int16]) -> (floats: [Float], largest: Float) {
        var largest: Float = 0
        let floats = [Float](unsafeUninitializedCapacity: samples.count) { output, count in
            largest = Float(verbio_widen(samples, samples.count, output.baseAddress)) / 32_768
            count = samples.count
        }
        return (floats, largest)
    }
}
