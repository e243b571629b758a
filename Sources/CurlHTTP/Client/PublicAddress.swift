// In optimised builds, the members of `sockaddr` belong to the module of libcurl's headers.
internal import CCurl
internal import Glibc

/// Distinguishes addresses of the public internet from those of a machine, a local network or a special purpose.
package enum PublicAddress {
    /// The blocks of IANA's registry that are not reached over the public internet: the first bytes, and how many bits count.
    private static let special: [(UInt32, Int)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
    ]

    /// Whether the text is a public address; nil if it is no address. IPv6 may be in brackets.
    package static func isPublic(_ text: String) -> Bool? {
        var text = text
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, text, &four) == 1 { return isPublic(four) }
        var sixteen = [UInt8](repeating: 0, count: 16)
        // A zone such as `%eth0` is for local addresses only.
        if text.contains("%") { return false }
        return inet_pton(AF_INET6, text, &sixteen) == 1 ? isPublic(sixteen) : nil
    }

    /// Whether a socket address is public; false for other kinds than IPv4 and IPv6.
    static func isPublic(_ address: UnsafePointer<sockaddr>) -> Bool {
        let place = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return withUnsafeBytes(of: place.loadUnaligned(as: sockaddr_in.self).sin_addr) { isPublic(Array($0)) }
        case AF_INET6:
            return withUnsafeBytes(of: place.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { isPublic(Array($0)) }
        default: return false
        }
    }

    /// - Parameter bytes: 4 or 16.
    private static func isPublic(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else {
            let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return !special.contains { block, bits in (number ^ block) >> UInt32(32 - bits) == 0 }
        }
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return isPublic(Array(bytes[12...]))
        }
        // Global unicast, without Teredo and other protocols (2001::/23), documentation (2001:db8::/32) and 6to4 (2002::/16).
        guard bytes[0] & 0xE0 == 0x20 else { return false }
        let head = UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
        return head >> 9 != 0x2001_0000 >> 9 && head != 0x2001_0DB8 && head >> 16 != 0x2002
            && head >> 12 != 0x3FFF_0000 >> 12
    }
}

/// Where a URL leads, exactly as the client that follows it reads it.
package struct RequestPlace: Sendable, Hashable {
    /// `http` or `https`.
    package let scheme: String
    /// In lower case; an IPv6 address is in brackets.
    package let host: String
    package let port: Int

    /// - Throws: ``HTTPFailure`` of kind `badURL`.
    package init(_ url: String) throws(HTTPFailure) {
        let target = try RequestTarget(url)
        scheme = target.isSecure ? "https" : "http"
        host = target.host.lowercased()
        port = target.port
    }
}
