public import HTTPTypes

/// The head of an answer, and its body as it comes.
public struct ClientResponse: Sendable {
    public let status: Int
    /// All fields, repeated ones in order. `Content-Length` and `Content-Encoding` speak of the body as it was sent.
    public var headers: HTTPFields { body.headers }
    /// Read once, by one task. A response whose body is dropped unread has its exchange closed.
    public let body: ResponseBody
    /// How the exchange began.
    public let timing: ExchangeTiming
}

/// How long the parts of an exchange took until its head was there.
public struct ExchangeTiming: Sendable, Hashable {
    /// Waiting for a place under the host's limit.
    public var queue: Duration
    /// From there until the connection stood; zero where one was reused.
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
