package import Plumbing

/// The address of a server with live sessions.
package struct LiveAddress: Sendable, Hashable {
    package var isSecure: Bool
    /// An IPv6 address is without brackets.
    package var host: String
    package var port: Int
    /// What stands before `/api/live`, if the server is behind a proxy; without a slash at the end.
    package var path: String

    /// - Parameter text: `http://HOST[:PORT][/PATH]`, or with `https`, `ws` or `wss`.
    /// - Throws: ``Problem`` of kind `usage`, code `remote.address`.
    package init(_ text: String) throws(Problem) {
        guard
            let match = text.wholeMatch(
                of: /(https?|wss?):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(\/[A-Za-z0-9._~\/-]*)?/)
        else { throw Self.wrong(text) }
        isSecure = match.1 == "https" || match.1 == "wss"
        host = match.2.filter { $0 != "[" && $0 != "]" }
        let port = match.3.map { Int($0.dropFirst()) } ?? (isSecure ? 443 : 80)
        guard let port, (1...65_535).contains(port) else { throw Self.wrong(text) }
        self.port = port
        var path = match.4.map(String.init) ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The value of the field `Host`.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// The beginning of the URL of a request.
    package var origin: String { (isSecure ? "https://" : "http://") + authority }

    /// The beginning of the URL of a WebSocket.
    var socketOrigin: String { (isSecure ? "wss://" : "ws://") + authority }

    private static func wrong(_ text: String) -> Problem {
        Problem(
            .usage, "remote.address", "'\(text.clipped(to: 80).printableOnOneLine)' is no address of a server",
            at: "--remote", cure: "write it as https://verbio.example.com or http://127.0.0.1:8765")
    }
}
