internal import CCurl

/// Which network addresses belong to the public Internet.
///
/// A URL from an untrusted source must lead to a public address only. Otherwise this machine, its neighbours or a cloud's
/// metadata service would answer us, although that source cannot reach them. The lists follow IANA's registries of
/// special-purpose addresses. An IPv6 address that holds an IPv4 address is judged by the IPv4 address.
enum PublicAddress {
    /// - Parameter bytes: 4 or 16 bytes in network order; any other count is no public address.
    static func contains(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: isPublic(version4: bytes)
        case 16: isPublic(version6: bytes)
        default: false
        }
    }

    /// - Parameter text: a numeric address, `203.0.113.7` or `2001:db8::1`; anything else is not a public address.
    static func contains(text: String) -> Bool {
        var version4 = in_addr()
        if inet_pton(AF_INET, text, &version4) == 1 { return contains(withUnsafeBytes(of: version4) { [UInt8]($0) }) }
        var version6 = in6_addr()
        if inet_pton(AF_INET6, text, &version6) == 1 { return contains(withUnsafeBytes(of: version6) { [UInt8]($0) }) }
        return false
    }

    /// - Parameter address: as curl passes it to the callback that opens its sockets.
    static func contains(_ address: UnsafePointer<sockaddr>, length: Int) -> Bool {
        let raw = UnsafeRawBufferPointer(start: address, count: length)
        switch Int32(address.pointee.sa_family) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return contains(withUnsafeBytes(of: address) { [UInt8]($0) })
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return contains(withUnsafeBytes(of: address) { [UInt8]($0) })
        default: return false
        }
    }

    private static func isPublic(version4 bytes: [UInt8]) -> Bool {
        !specialVersion4.contains { starts(bytes, with: $0.prefix, bits: $0.bits) }
    }

    private static func isPublic(version6 bytes: [UInt8]) -> Bool {
        for (prefix, bits) in translated where starts(bytes, with: prefix, bits: bits) {
            return isPublic(version4: [UInt8](bytes.suffix(4)))
        }
        if starts(bytes, with: [0x20, 0x02], bits: 16) { return isPublic(version4: [UInt8](bytes[2..<6])) }
        // Only an eighth of all addresses is allocated for global use.
        guard starts(bytes, with: [0x20], bits: 3) else { return false }
        return !specialVersion6.contains { starts(bytes, with: $0.prefix, bits: $0.bits) }
    }

    private static func starts(_ bytes: [UInt8], with prefix: [UInt8], bits: Int) -> Bool {
        var left = bits
        for (byte, wanted) in zip(bytes, prefix) where left > 0 {
            let mask: UInt8 = left >= 8 ? 0xff : ~(0xff >> UInt8(left))
            if byte & mask != wanted & mask { return false }
            left -= 8
        }
        return true
    }

    private static let specialVersion4: [(prefix: [UInt8], bits: Int)] = [
        ([0], 8),  // this network
        ([10], 8), ([172, 16], 12), ([192, 168], 16),  // private
        ([100, 64], 10),  // shared by a carrier's customers
        ([127], 8),  // loopback
        ([169, 254], 16),  // link-local, where clouds keep their metadata
        ([192, 0, 0], 24),  // protocol assignments
        ([192, 0, 2], 24), ([198, 51, 100], 24), ([203, 0, 113], 24),  // documentation
        ([192, 88, 99], 24),  // relays from 6to4
        ([198, 18], 15),  // measurements between networks
        ([224], 3),  // multicast, reserved, broadcast
    ]

    /// Prefixes of addresses that end in an IPv4 address: IPv4-mapped ones, and those that a NAT64 translates.
    private static let translated: [(prefix: [UInt8], bits: Int)] = [
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96),
        ([0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96),
    ]

    private static let specialVersion6: [(prefix: [UInt8], bits: Int)] = [
        ([0x20, 0x01, 0x00], 23),  // protocol assignments, Teredo among them
        ([0x20, 0x01, 0x0d, 0xb8], 32), ([0x3f, 0xff, 0x00], 20),  // documentation
    ]
}
