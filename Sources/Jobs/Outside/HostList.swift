package import Plumbing

/// Hosts that an operator lists: `example.com`, `*.example.com`, an address, or `*` for every public one.
package struct HostList: Sendable, Hashable {
    private let names: Set<String>

    /// Whether there are none.
    package var isEmpty: Bool { names.isEmpty }

    /// - Throws: ``Problem`` of kind `usage`, code `config.value`.
    package init(_ list: [String], of setting: String) throws(Problem) {
        var names: Set<String> = []
        for text in list {
            let name = text.lowercased()
            let plain = name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
            guard name == "*" || plain.wholeMatch(of: /[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]/) != nil else {
                throw Problem(
                    .usage, "config.value", "\(setting): '\(text.clipped(to: 60).printableOnOneLine)' is no host",
                    cure: "write it as example.com, *.example.com or [::1], without a scheme and a port")
            }
            names.insert(name)
        }
        self.names = names
    }

    /// How a host is listed.
    package enum Entry: Sendable, Hashable {
        /// The host is listed by name, whatever its address.
        case named
        /// The host is below a listed name (`*.example.com`). Its owner may let it point anywhere.
        case below
        /// The host is allowed as one of all public hosts.
        case anyPublic
    }

    /// - Parameter host: in lower case; an IPv6 address in brackets.
    /// - Returns: nil if it is not listed.
    package func entry(of host: String) -> Entry? {
        if names.contains(host) { return .named }
        var rest = Substring(host)
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if names.contains("*." + rest) { return .below }
        }
        return names.contains("*") ? .anyPublic : nil
    }
}
