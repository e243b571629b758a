public import HTTPTypes

/// The head of an answer, with its body as it arrives.
public struct ClientResponse: Sendable {
    public let status: Int
    /// All fields, with repeated ones in order. `Content-Length` and `Content-Encoding` describe the body as it was sent.
    public var headers: HTTPFields { body.headers }
    /// Read once, by one task. If a response is dropped with its body unread, its exchange is closed.
    public let body: ResponseBody
    /// How the exchange began.
    public let timing: ExchangeTiming
}

/// How long the parts of an exchange took until its head arrived.
public struct ExchangeTiming: Sendable, Hashable {
    /// The time spent waiting for a concurrency slot under the host's limit.
    public var queue: Duration
    /// From there until the connection was established; zero if an open connection was reused.
    public var connect: Duration
    /// From the request's start to the final status line.
    public var firstByte: Duration
    /// Whether an open connection was reused.
    public var reused: Bool

    public init(queue: Duration, connect: Duration, firstByte: Duration, reused: Bool) {
        self.queue = queue
        self.connect = connect
        self.firstByte = firstByte
        self.reused = reused
    }
}
