internal import Audio

/// A hash that is the same in every process and on every machine; not for secrets.
struct StableHash: Sendable, Hashable {
    private var state: UInt64

    init(_ seed: UInt64 = 0) { state = seed ^ 0x9E37_79B9_7F4A_7C15 }

    mutating func combine(_ value: UInt64) {
        state = (state ^ value) &* 0xD6E8_FEB8_6659_FD93
        state ^= state >> 32
    }

    /// Adds the text after its length, so that two different lists of texts do not become the same bytes.
    mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            combine(UInt64(bytes.count))
            var index = 0
            while index + 8 <= bytes.count {
                combine(UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index += 8
            }
            var rest: UInt64 = 0
            for byte in bytes[index...] { rest = rest << 8 | UInt64(byte) }
            combine(rest)
        }
    }

    /// Adds the samples as 16-bit PCM, so that audio that was stored in that form and read again has the same hash.
    mutating func combine(_ samples: [Float]) {
        combine(UInt64(samples.count))
        PCM16.quantized(samples).withUnsafeBytes { bytes in
            var index = 0
            while index + 8 <= bytes.count {
                combine(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                index += 8
            }
            var rest: UInt64 = 0
            while index < bytes.count {
                rest = rest << 8 | UInt64(bytes[index])
                index += 1
            }
            combine(rest)
        }
    }

    func with(_ value: UInt64) -> StableHash {
        var copy = self
        copy.combine(value)
        return copy
    }

    func with(_ text: String) -> StableHash {
        var copy = self
        copy.combine(text)
        return copy
    }

    var value: UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, not including, 1.
    var unit: Double { Double(value >> 11) * 0x1p-53 }

    /// An index below `count`, which is at least 1.
    func index(below count: Int) -> Int { Int(truncatingIfNeeded: value % UInt64(max(1, count))) }

    /// Sixteen hexadecimal digits.
    var hexadecimal: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
