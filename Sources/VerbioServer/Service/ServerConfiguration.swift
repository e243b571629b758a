/// Limits of the server. The address is not among them: it is 127.0.0.1.
public struct ServerConfiguration: Sendable, Hashable {
    /// 0 takes any free port.
    public var port: Int
    /// What `/api/health` reports.
    public var version: String
    /// Translations at once; more are answered with 503 and `Retry-After`.
    public var concurrentTranslations = 4
    /// Bytes of one request's audio: 2 GiB, a day of CD-quality stereo and a half.
    public var maximumBodyBytes = 2 << 30
    /// How long a client may leave a request unfinished without sending anything, and a connection without a request.
    public var patience: Duration = .seconds(60)
    /// How often a stream of events shows that it is alive.
    public var keepAlive: Duration = .seconds(15)
    /// How long translations in flight may take to end once the server was asked to stop.
    public var grace: Duration = .seconds(25)
    /// Connections at once. With the last place taken, the connection that has waited longest for a request is closed; more
    /// than so many at work wait to be accepted.
    public var connections = 256

    public init(port: Int, version: String) {
        self.port = port
        self.version = version
    }
}
