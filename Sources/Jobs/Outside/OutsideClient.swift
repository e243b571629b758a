package import CurlHTTP
package import Plumbing

/// Sends requests to addresses that clients of the service name.
///
/// A host that the operator lists may be anywhere and may be reached without TLS. Any other host is reached over TLS, and at
/// public addresses only: the address is checked when the connection is opened. No redirect is followed, and no proxy is used.
/// ``Trust`` says which of the two a host below a listed name is.
package final class OutsideClient: Sendable {
    /// How hosts below a listed name (`*.example.com`) are treated.
    package enum Trust: Sendable, Hashable {
        /// As hosts that are listed themselves.
        case anywhere
        /// They need no TLS, but have to have public addresses.
        case publicOnly
    }

    private let listed: HostList
    private let below: Trust
    private let anywhere: HTTPClient
    private let publicOnly: HTTPClient

    /// - Parameters:
    ///   - below: how hosts below a listed name are treated.
    ///   - authorities: a file of certificates that are trusted instead of the system's.
    package init(
        listed: HostList, below: Trust = .anywhere, authorities: String? = nil, time: TimeSource = .system
    ) {
        self.listed = listed
        self.below = below
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
        guard !mayBeAnywhere(place) else { return }
        guard place.scheme == "https" || listed.entry(of: place.host) == .below else {
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
        let isTrusted = Self.place(request.url).map(mayBeAnywhere) ?? false
        return try await (isTrusted ? anywhere : publicOnly).send(request)
    }

    private func mayBeAnywhere(_ place: RequestPlace) -> Bool {
        switch listed.entry(of: place.host) {
        case .named: true
        case .below: below == .anywhere
        case .anyPublic, nil: false
        }
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
