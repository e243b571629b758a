/// What holds for all requests of a client.
public struct HTTPClientConfiguration: Sendable, Hashable {
    /// Requests to foreign destinations never use a proxy: behind one, the address they lead to could not be checked.
    public var proxy: Proxy
    /// A file of certificates in PEM form that are trusted instead of the system's. Certificates are always verified.
    public var authorities: String?
    /// A `.netrc` file whose credentials are sent to the hosts it names; without it none is read.
    public var netrc: String?
    /// How many exchanges with one scheme, host and port go on at a time, and so how many connections it sees; those
    /// beyond wait their turn in order. At least 1.
    public var exchangesPerHost: Int
    /// How long a connection may have been idle and still be used again.
    public var idleConnections: Duration
    /// How long whoever makes a request stands by for the answer, at most a second, where the host's last one came within that time and
    /// nothing else is under way. One from the same machine takes some twenty microseconds, and to wake the client's thread for it and
    /// then another as many again; one that comes over a network does not come within it, and so is not stood by for.
    public var promptAnswers: Duration
    /// Sent where a request has no `User-Agent` of its own.
    public var userAgent: String

    public init(
        proxy: Proxy = .none, authorities: String? = nil, netrc: String? = nil, exchangesPerHost: Int = 64,
        idleConnections: Duration = .seconds(90), promptAnswers: Duration = .microseconds(100),
        userAgent: String = "verbio"
    ) {
        self.proxy = proxy
        self.authorities = authorities
        self.netrc = netrc
        self.exchangesPerHost = exchangesPerHost
        self.idleConnections = idleConnections
        self.promptAnswers = promptAnswers
        self.userAgent = userAgent
    }

    /// Through which proxy requests go.
    public enum Proxy: Sendable, Hashable {
        /// Directly, whatever the environment says.
        case none
        /// What `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` say.
        case environment
        /// An `http`, `https` or `socks5h` URL, and the hosts that are reached without it.
        case url(String, except: [String] = [])
    }
}
