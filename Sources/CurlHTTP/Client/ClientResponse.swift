package import HTTPTypes

/// The head of an answer, with its body as it arrives.
package struct ClientResponse: Sendable {
    package let status: Int
    /// All fields, with repeated ones in order. `Content-Length` and `Content-Encoding` describe the body as it was sent.
    package var headers: HTTPFields { body.headers }
    /// Read once, by one task. If a response is dropped with its body unread, its exchange is closed.
    package let body: ResponseBody
    /// How the exchange began.
    package let timing: ExchangeTiming
}

/// How long the parts of an exchange took until its head arrived.
package struct ExchangeTiming: Sendable, Hashable {
    /// The time spent waiting for a concurrency slot under the host's limit.
    package var queue: Duration
    /// From there until the connection was established; zero if an open connection was reused.
    package var connect: Duration
    /// From the request's start to the final status line.
    package var firstByte: Duration
    /// Whether an open connection was reused.
    package var reused: Bool

    package init(queue: Duration, connect: Duration, firstByte: Duration, reused: Bool) {
        self.queue = queue
        self.connect = connect
        self.firstByte = firstByte
        self.reused = reused
    }
}
