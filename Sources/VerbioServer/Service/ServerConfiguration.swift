/// Limits of the server. The address is not among them: it is 127.0.0.1.
public struct ServerConfiguration: Sendable, Hashable {
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

    public init(port: Int, version: String) {
        self.port = port
        self.version = version
    }
}
