/// Checks of a URL that people write into settings, before any call.
package enum WebAddress {
    /// The fault of a URL, as a clause that follows its name, and what to do about it.
    package struct Fault: Sendable, Hashable {
        package var what: String
        package var cure: String
    }

    /// The fault of a URL; nil if a request can go to it, or through it.
    ///
    /// The clause shows no part of the URL except its port, because the URL may contain a password.
    ///
    /// - Parameters:
    ///   - schemes: those that it may begin with.
    ///   - mayHaveCredentials: whether a name and a password may precede its host, as in a proxy's URL.
    package static func fault(
        of url: String, schemes: [String] = ["http", "https"], mayHaveCredentials: Bool = false,
        example: String = "https://api.example.com/v1"
    ) -> Fault? {
        let whole = "write it whole, as \(example)"
        guard let scheme = schemes.first(where: { url.lowercased().hasPrefix("\($0)://") }) else {
            let names = schemes.map { "\($0)://" }
            let list = names.dropLast().joined(separator: ", ")
            return Fault(
                what: names.count == 2
                    ? "begins with neither \(names[0]) nor \(names[1])"
                    : "begins with none of \(list) and \(names.last ?? "")",
                cure: whole)
        }
        if url.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) {
            return Fault(
                what: "has a space or a control character in it", cure: "write %20 for a space that belongs there")
        }
        if !url.utf8.allSatisfy({ $0 < 0x7F }) {
            let host = url.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" }
            return Fault(
                what: "has letters that no URL has",
                cure: host.utf8.allSatisfy { $0 < 0x7F }
                    ? "percent-encode them, as %C3%A9 for é"
                    : "write its host as DNS knows it, as xn--bcher-kva.example for bücher.example")
        }
        if url.contains("#") {
            return Fault(what: "has a part behind '#', which is never sent", cure: "leave that out")
        }
        var authority = url.dropFirst(scheme.count + 3).prefix { $0 != "/" && $0 != "?" }
        if let at = authority.lastIndex(of: "@") {
            guard mayHaveCredentials else {
                return Fault(
                    what: "has a name or a password in it",
                    cure: "leave them out; 'key:' names the environment variable with the key")
            }
            authority = authority[authority.index(after: at)...]
        }
        return fault(ofPlace: authority, whole: whole)
    }

    /// The host that is reached without TLS, in lower case; nil if TLS is used. The URL must have no fault.
    static func hostInClear(of url: String) -> String? {
        guard url.lowercased().hasPrefix("http://") else { return nil }
        let place = url.dropFirst(7).prefix { $0 != "/" && $0 != "?" }
        let host = place.first == "[" ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
        return host.lowercased()
    }

    /// The host of a URL in lower case, and its port; nil if it is not a URL.
    static func place(of url: String) -> (host: String, port: Int)? {
        let url = url.lowercased()
        guard let scheme = ["http://", "https://"].first(where: { url.hasPrefix($0) }) else { return nil }
        let place = url.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
        let isNumbers = place.first == "["
        let host = isNumbers ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
        let port = place.dropFirst(host.count + (isNumbers ? 2 : 0)).dropFirst()
        return (String(host), Int(port) ?? (scheme == "https://" ? 443 : 80))
    }

    /// `127.0.0.1:8080` of a URL: two URLs with the same one lead to the same server. Nil if it is not a URL.
    static func address(of url: String) -> String? {
        place(of: url).map { "\(["localhost", "::1", "0.0.0.0"].contains($0.host) ? "127.0.0.1" : $0.host):\($0.port)" }
    }

    /// Whether a host is this machine, or one that only a private network can reach.
    ///
    /// The latter has a private address (RFC 1918, RFC 4193) or a name without a public domain, such as a container's.
    static func isOfOwnNetwork(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        if parts.count == 4, let first = parts[0], let second = parts[1], parts[2] != nil, parts[3] != nil {
            return [10, 127].contains(first) || (first == 192 && second == 168)
                || (first == 172 && (16...31).contains(second))
                || (first == 169 && second == 254)
        }
        if host.contains(":") { return host == "::1" || ["fc", "fd", "fe8"].contains { host.hasPrefix($0) } }
        return !host.contains(".")
            || [".local", ".lan", ".internal", ".home.arpa", ".localhost"].contains { host.hasSuffix($0) }
    }

    /// - Parameter place: `host`, `host:port` or `[::1]:port`.
    private static func fault(ofPlace place: Substring, whole: String) -> Fault? {
        let hostEnd =
            place.first == "["
            ? place.firstIndex(of: "]").map(place.index(after:)) : place.firstIndex(of: ":") ?? place.endIndex
        guard let hostEnd, hostEnd > place.startIndex else { return Fault(what: "has no host", cure: whole) }
        let rest = place[hostEnd...]
        guard !rest.isEmpty else { return nil }
        let port = rest.dropFirst()
        guard rest.first == ":", let number = UInt16(port), number > 0, port.utf8.allSatisfy({ (48...57).contains($0) })
        else { return Fault(what: "has the port '\(port)'", cure: "give one from 1 to 65535, or none") }
        return nil
    }
}

extension String {
    /// A URL without the name and password that may come before its host.
    package var withoutCredentials: String { replacing(#/(//)[^/?#]*@/#) { "\($0.1)•••@" } }
}
