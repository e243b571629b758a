/// The address and the limits of the server.
package struct ServerConfiguration: Sendable, Hashable {
    /// The address or name that the server listens on.
    package var host = "127.0.0.1"
    /// The port that the server listens on; 0 takes any free port.
    package var port: Int
    /// The port for the Wyoming protocol; nil for none.
    package var wyomingPort: Int?
    /// The version that `/api/health` reports.
    package var version: String
    /// The largest number of translations at once.
    package var concurrentTranslations = 4
    /// How many requests may wait for one of them to end; one more is answered with 503 and `Retry-After`.
    package var waitingTranslations = 0
    /// How long a request waits at most.
    package var longestWait: Duration = .seconds(30)
    /// The most bytes of one request's audio: 2 GiB, a day of CD-quality stereo and a half.
    package var maximumBodyBytes = 2 << 30
    /// How long a client may send nothing in an unfinished request, and how long a connection is kept without a request.
    package var patience: Duration = .seconds(60)
    /// How often a stream of events sends a sign that it is alive.
    package var keepAlive: Duration = .seconds(15)
    /// How long a resumable live session waits for a client whose connection broke.
    package var awayPatience: Duration = .seconds(120)
    /// How long the client of a live session may send neither audio nor orders; nil for any time.
    package var sessionIdle: Duration? = .seconds(300)
    /// How long a live session may last; nil for any time.
    package var longestSession: Duration? = .seconds(480 * 60)
    /// The most events of a resumable live session that its client has not confirmed: those of some hours.
    package var unconfirmedEvents = 16_384
    /// How long a client that has got that many events may take to confirm some, before it is asked to connect again.
    package var confirmationPatience: Duration = .seconds(30)
    /// How long translations in flight may take to end once the server was asked to stop.
    package var grace: Duration = .seconds(25)
    /// The largest number of connections at once.
    ///
    /// When the last place is taken, the connection that has waited longest for a request is closed. If every connection is at
    /// work, further connections wait to be accepted.
    package var connections = 256

    /// The place of ffmpeg, which encodes speech as AAC; a name without a slash is searched for, and an empty text forbids it.
    package var ffmpeg = "ffmpeg"

    /// The files of a certificate.
    package struct TLSFiles: Sendable, Hashable {
        /// The chain of certificates as PEM, the server's own first.
        package var certificate: String
        /// The private key of the first one, as PEM.
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// With these files the server speaks HTTPS, and HTTP otherwise.
    package var tls: TLSFiles?

    /// The names that clients may call the server by, in addition to those of the loopback address.
    package var names: [String] = []
    /// The origins, in lower case, whose pages may use the server in addition to its own page:
    /// `https://app.example.com`.
    package var origins: [String] = []
    /// The proxies whose `X-Forwarded-…` fields are believed.
    package var proxies: [AddressRange] = []

    /// `http` or `https`.
    package var scheme: String { tls == nil ? "http" : "https" }

    /// Whether only programs on this machine reach the server.
    package var isLoopback: Bool {
        if ["localhost", "::1"].contains(host) { return true }
        // The host `127.example.com` is a name.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts.first == 127 && !parts.contains(nil)
    }

    package init(port: Int, version: String) {
        self.port = port
        self.version = version
    }
}
