/// The pages of Ogg files, and such files with other granule positions.
enum OggBytes {
    /// The same stream with the positions of its pages, from one on, that much later.
    static func shifted(_ bytes: [UInt8], by ticks: Int64, fromPage first: Int) -> [UInt8] {
        var bytes = bytes
        let pages = pages(of: bytes)
        for (number, start) in pages.enumerated() where number >= first {
            let end = number + 1 < pages.count ? pages[number + 1] : bytes.count
            let granule = bytes[start + 6..<start + 14].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) } + ticks
            for byte in 0..<8 { bytes[start + 6 + byte] = UInt8(truncatingIfNeeded: granule >> (8 * byte)) }
            for byte in 22..<26 { bytes[start + byte] = 0 }
            let sum = checksum(bytes[start..<end])
            for byte in 0..<4 { bytes[start + 22 + byte] = UInt8(truncatingIfNeeded: sum >> (8 * byte)) }
        }
        return bytes
    }

    /// Where pages begin.
    static func pages(of bytes: [UInt8]) -> [Int] {
        bytes.indices.dropLast(27).filter { bytes[$0...].starts(with: "OggS".utf8) }
    }

    /// RFC 3533, section 6: polynomial 0x04C11DB7, most significant bit first, from 0.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
            }
        }
    }
}
