/// The address and the limits of the server.
public struct ServerConfiguration: Sendable, Hashable {
    /// The address or name that the server listens on.
    public var host = "127.0.0.1"
    /// The port that the server listens on; 0 takes any free port.
    public var port: Int
    /// The version that `/api/health` reports.
    public var version: String
    /// The largest number of translations at once; one more is answered with 503 and `Retry-After`.
    public var concurrentTranslations = 4
    /// The most bytes of one request's audio: 2 GiB, a day of CD-quality stereo and a half.
    public var maximumBodyBytes = 2 << 30
    /// How long a client may send nothing in an unfinished request, and how long a connection is kept without a request.
    public var patience: Duration = .seconds(60)
    /// How often a stream of events sends a sign that it is alive.
    public var keepAlive: Duration = .seconds(15)
    /// How long a resumable live session waits for a client whose connection broke.
    public var awayPatience: Duration = .seconds(120)
    /// How long translations in flight may take to end once the server was asked to stop.
    public var grace: Duration = .seconds(25)
    /// The largest number of connections at once.
    ///
    /// When the last place is taken, the connection that has waited longest for a request is closed. If every connection is at
    /// work, further connections wait to be accepted.
    public var connections = 256

    /// The files of a certificate.
    public struct TLSFiles: Sendable, Hashable {
        /// The chain of certificates as PEM, the server's own first.
        public var certificate: String
        /// The private key of the first one, as PEM.
        public var key: String

        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// With these files the server speaks HTTPS, and HTTP otherwise.
    public var tls: TLSFiles?

    /// The names that clients may call the server by, besides those of the loopback address.
    public var names: [String] = []
    /// The origins, in lower case, whose pages may use the server besides its own page: `https://app.example.com`.
    public var origins: [String] = []
    /// The proxies whose `X-Forwarded-…` fields are believed.
    public var proxies: [AddressRange] = []

    /// `http` or `https`.
    public var scheme: String { tls == nil ? "http" : "https" }

    /// Whether only programs on this machine reach the server.
    public var isLoopback: Bool {
        if ["localhost", "::1"].contains(host) { return true }
        // The host `127.example.com` is a name.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts.first == 127 && !parts.contains(nil)
    }

    public init(port: Int, version: String) {
        self.port = port
        self.version = version
    }
}
