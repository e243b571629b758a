internal import Glibc

/// Addresses of machines: one, or all with the same beginning.
package struct AddressRange: Sendable, Hashable {
    /// 4 or 16 bytes.
    private let bytes: [UInt8]
    /// How many bits of an address must be equal.
    private let bits: Int

    /// - Parameter text: `10.0.0.0/8`, `127.0.0.1`, `fd00::/8` or `::1`; nil is the result for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let bytes = Self.bytes(of: parts[0]) else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else {
            bits = bytes.count * 8
            return
        }
        guard parts[1].allSatisfy(\.isNumber), let bits = Int(parts[1]), bits <= bytes.count * 8 else { return nil }
        self.bits = bits
    }

    /// Whether an address is one of these; false for a text that is no address.
    package func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
        guard bytes[..<whole] == other[..<whole] else { return false }
        return rest == 0 || (bytes[whole] ^ other[whole]) >> UInt8(8 - rest) == 0
    }

    /// The address under which a client is counted: its IPv4 address, or the network of 64 bits of its IPv6 address.
    static func network(of address: String) -> String {
        guard let bytes = bytes(of: address), bytes.count == 16 else { return address }
        return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// Whether a text is an address.
    static func isAddress(_ text: String) -> Bool { bytes(of: text) != nil }

    private static func bytes(of text: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        // A socket for both kinds of addresses shows `10.0.0.1` as `::ffff:10.0.0.1`.
        let isMapped = sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF
        return isMapped ? Array(sixteen[12...]) : sixteen
    }
}
