/// Zeros, packed with gzip (RFC 1952) in one deflate block of fixed codes (RFC 1951, section 3.2.6).
///
/// The block is a literal zero, then copies of the 258 zeros before, each of 13 bits.
struct GzippedZeros {
    private(set) var bytes: [UInt8]

    /// - Parameter wanted: how many zeros to pack; the result has up to 257 more.
    init(_ wanted: Int) {
        let copies = max(0, wanted - 1 + 257) / 258
        let count = 1 + copies * 258
        // Two magic bytes, method 8, no flags, no time, no extra flags, unknown system.
        bytes = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        bytes.reserveCapacity(32 + copies * 13 / 8)
        var bits = BitWriter()
        bits.write(0b011, count: 3, to: &bytes)  // the last block, fixed codes
        bits.write(0b0000_1100, count: 8, to: &bytes)  // literal 0: code 0011 0000, its first bit lowest
        for _ in 0..<copies {
            // Length 258: code 1100 0101, first bit lowest; above it the five zero bits of distance 1.
            bits.write(0b0_0000_1010_0011, count: 13, to: &bytes)
        }
        bits.write(0, count: 7, to: &bytes)  // the end of the block
        bits.finish(&bytes)
        for value in [Self.checksum(zeros: count), UInt32(truncatingIfNeeded: count)] {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
    }

    /// The CRC-32 of `count` zero bytes.
    ///
    /// It is the register of all ones, times x to the power of the bits, modulo the polynomial. Bit 31 stands for x⁰.
    private static func checksum(zeros count: Int) -> UInt32 {
        var power: UInt32 = 1 << 31
        var square: UInt32 = 1 << 23
        var left = count
        while left > 0 {
            if left & 1 == 1 { power = product(power, square) }
            square = product(square, square)
            left >>= 1
        }
        return ~product(power, .max)
    }

    private static func product(_ first: UInt32, _ second: UInt32) -> UInt32 {
        var sum: UInt32 = 0
        var shifted = second
        for bit in (0..<32).reversed() {
            if first >> UInt32(bit) & 1 == 1 { sum ^= shifted }
            shifted = shifted & 1 == 1 ? shifted >> 1 ^ 0xEDB8_8320 : shifted >> 1
        }
        return sum
    }

    /// Packs bits into bytes, lowest first.
    private struct BitWriter {
        private var held: UInt32 = 0
        private var heldCount: UInt32 = 0

        mutating func write(_ value: UInt32, count: UInt32, to bytes: inout [UInt8]) {
            held |= value << heldCount
            heldCount += count
            while heldCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: held))
                held >>= 8
                heldCount -= 8
            }
        }

        mutating func finish(_ bytes: inout [UInt8]) {
            if heldCount > 0 { bytes.append(UInt8(truncatingIfNeeded: held)) }
        }
    }
}
