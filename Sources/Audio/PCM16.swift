/// 16-bit PCM as bytes, little-endian, the form in which audio is stored and exchanged.
public enum PCM16 {
    public static func littleEndianBytes(_ samples: [Int16]) -> [UInt8] {
        #if _endian(little)
            samples.withUnsafeBytes(Array.init)
        #else
            samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #endif
    }

    /// An odd byte at the end is ignored.
    public static func samples(fromLittleEndian bytes: [UInt8]) -> [Int16] {
        bytes.withUnsafeBytes { raw in
            (0..<raw.count / 2).map { Int16(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
    }
}
