/// Settings that apply to all requests of a client.
package struct HTTPClientConfiguration: Sendable, Hashable {
    package var proxy: Proxy
    /// A file of certificates in PEM form that are trusted instead of the system's. Certificates are always verified.
    package var authorities: String?
    /// The most exchanges that run at a time with one scheme, host and port, and so the most connections that it sees. Further
    /// exchanges wait in order. At least 1.
    package var exchangesPerHost: Int
    /// How long a connection may have been idle and still be reused.
    package var idleConnections: Duration
    /// Sent if a request has no `User-Agent` of its own.
    package var userAgent: String
    /// Whether only addresses of the public internet are connected to.
    ///
    /// The address itself is checked when a connection is opened, after the host's name has been resolved. So a name server
    /// cannot lead a request to a private address. It is for URLs that strangers name, and for a client without a proxy.
    package var reachesPublicOnly = false

    package init(
        proxy: Proxy = .none, authorities: String? = nil, exchangesPerHost: Int = 64,
        idleConnections: Duration = .seconds(90), userAgent: String = "verbio"
    ) {
        self.proxy = proxy
        self.authorities = authorities
        self.exchangesPerHost = exchangesPerHost
        self.idleConnections = idleConnections
        self.userAgent = userAgent
    }

    /// The proxy through which requests go.
    package enum Proxy: Sendable, Hashable {
        /// No proxy, whatever the environment says.
        case none
        /// The proxy that `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` name.
        case environment
        /// An `http`, `https` or `socks5h` URL, and the hosts that are reached without it.
        case url(String, except: [String] = [])
    }
}
