package import CurlHTTP
package import Plumbing

/// Sends requests to addresses that clients of the service name.
///
/// A host that the operator lists may be anywhere and may be reached without TLS. Any other host is reached over TLS, and at
/// public addresses only: the address is checked when the connection is opened. No redirect is followed, and no proxy is used.
package final class OutsideClient: Sendable {
    private let listed: HostList
    private let anywhere: HTTPClient
    private let publicOnly: HTTPClient

    /// - Parameter authorities: a file of certificates that are trusted instead of the system's.
    package init(listed: HostList, authorities: String? = nil, time: TimeSource = .system) {
        self.listed = listed
        var configuration = HTTPClientConfiguration(authorities: authorities)
        anywhere = HTTPClient(configuration: configuration, time: time)
        configuration.reachesPublicOnly = true
        publicOnly = HTTPClient(configuration: configuration, time: time)
    }

    /// Checks an address before anything is sent to it.
    ///
    /// - Parameters:
    ///   - url: at most ``longestURL`` bytes.
    ///   - name: the parameter that names it.
    /// - Throws: ``Problem`` of kind `usage`, codes `url.malformed` and `url.private`.
    package func check(_ url: String, named name: String) throws(Problem) {
        guard let place = Self.place(url) else {
            throw Problem(
                .usage, "url.malformed", "it is no address that can be called", at: name,
                cure: "give an https address, percent-encoded, without a password, of at most \(Self.longestURL) bytes")
        }
        guard listed.entry(of: place.host) != .named else { return }
        guard place.scheme == "https" else {
            throw Problem(
                .usage, "url.malformed", "it is not an https address", at: name,
                cure: "use https, or ask the operator to list the host")
        }
        guard PublicAddress.isPublic(place.host) ?? (place.host.contains(".") && !place.host.hasSuffix(".localhost"))
        else {
            throw Problem(
                .usage, "url.private", "its host is a private one", at: name,
                cure: "use a public host, or ask the operator to list this one")
        }
    }

    /// Whether the operator's list has the host of an address, by itself or with all others.
    package func isListed(_ url: String) -> Bool {
        Self.place(url).flatMap { listed.entry(of: $0.host) } != nil
    }

    /// Sends a request whose address has been checked.
    ///
    /// - Throws: as `HTTPClient.send(_:)`.
    package func send(_ request: ClientRequest) async throws -> ClientResponse {
        let isNamed = Self.place(request.url).flatMap { listed.entry(of: $0.host) } == .named
        return try await (isNamed ? anywhere : publicOnly).send(request)
    }

    /// Ends all exchanges.
    package func shutdown() async {
        await anywhere.shutdown()
        await publicOnly.shutdown()
    }

    /// The most bytes of an address.
    package static let longestURL = 2_000

    private static func place(_ url: String) -> RequestPlace? {
        url.utf8.count <= longestURL ? try? RequestPlace(url) : nil
    }
}
