package import Plumbing

/// An address of a server of Redis or Valkey: `redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`.
package struct RedisAddress: Sendable, Hashable, CustomStringConvertible {
    static let usualPort = 6_379

    let host: String
    let port: Int
    /// The number of the database at the server.
    let database: Int
    /// Nil for the server's own user.
    let user: String?
    let password: String?

    /// Without the password, for errors and logs.
    package var description: String {
        "redis://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(database)"
    }

    /// - Throws: ``Problem`` of kind `usage`, code `coordination.address`; it never repeats the address. Of kind `store`, code
    ///   `coordination.no-library`.
    package init(_ text: String) throws(Problem) {
        let prefix = "redis://"
        guard text.hasPrefix(prefix) else { throw Self.wrong }
        var rest = text.dropFirst(prefix.count)
        // A host has no '@', but a password that was not encoded may have one.
        if let at = rest.lastIndex(of: "@") {
            let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let plain = parts.map(Self.decoded)
            guard plain.count == 2, let user = plain[0], let password = plain[1], !password.isEmpty else {
                throw Self.wrong
            }
            (self.user, self.password) = (user.isEmpty ? nil : user, password)
            rest = rest[rest.index(after: at)...]
        } else {
            (user, password) = (nil, nil)
        }
        let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let (host, port) = try Self.place(parts[0])
        guard let database = parts.count == 2 && !parts[1].isEmpty ? Int(parts[1]) : 0, database >= 0 else {
            throw Self.wrong
        }
        (self.host, self.port, self.database) = (host, port, database)
        try LibHiredis.open()
    }

    /// A name or an address, and a port.
    private static func place(_ text: Substring) throws(Problem) -> (host: String, port: Int) {
        var (host, rest) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" })
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { throw wrong }
            (host, rest) = (text[..<end].dropFirst(), text[end...].dropFirst())
        }
        guard !host.isEmpty, !host.contains(where: { $0 == "\0" || $0.isWhitespace || "?#@".contains($0) }) else {
            throw wrong
        }
        if rest.isEmpty { return (String(host), usualPort) }
        guard rest.first == ":", let port = Int(rest.dropFirst()), (1...65_535).contains(port) else { throw wrong }
        return (String(host), port)
    }

    /// A text without `%40` and the like; nil if a percent sign is followed by something else.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(Substring(rest.prefix(2)))
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16) else {
                return nil
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let wrong = Problem(
        .usage, "coordination.address", "the address of Redis cannot be read",
        cure:
            "write redis://HOST or redis://USER:PASSWORD@HOST:PORT/NUMBER, and in a password %40 for '@', %2F for '/' and %25 for '%'"
    )
}
