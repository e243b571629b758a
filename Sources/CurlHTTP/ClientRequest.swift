package import HTTPTypes

/// One request, as the client sends it. It says neither how often to retry nor what an answer means.
package struct ClientRequest: Sendable {
    package var method: HTTPRequest.Method
    /// An absolute `http` or `https` URL from the configuration, percent-encoded. Any address is allowed, because a self-hosted
    /// server on the local network is usual.
    package var url: String
    /// Fields that the client sets itself (``ownFields``) are left out.
    package var headers: HTTPFields
    package var body: RequestBody
    package var deadlines: Deadlines
    package var limits: ResponseLimits
    package var httpVersion = HTTPVersion.negotiated
    /// Whether the answer may come compressed.
    ///
    /// The end of compressed data is not checked. So it is unsuitable for an answer whose own format would not show that it was
    /// cut.
    package var takesCompressed: Bool

    package init(
        _ method: HTTPRequest.Method, _ url: String, headers: HTTPFields = HTTPFields(), body: RequestBody = .none,
        deadlines: Deadlines = Deadlines(), limits: ResponseLimits = ResponseLimits(),
        takesCompressed: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.deadlines = deadlines
        self.limits = limits
        self.takesCompressed = takesCompressed
    }

    /// The fields that the client derives from the URL, the body and the connection.
    package static let ownFields = Set(
        ["Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Expect", "Connection"]
            .compactMap { HTTPField.Name($0) })

    /// The protocol version over TLS; without TLS it is always HTTP/1.1.
    package enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 if the server offers it, with one exchange at a time on a connection.
        ///
        /// Its advantage over HTTP/1.1: a request that is cancelled costs a stream and not the connection.
        case negotiated
        /// HTTP/1.1, for a server whose HTTP/2 does not work well.
        case http1
    }
}

/// What a request carries.
package enum RequestBody: Sendable {
    case none
    /// Sent with its length.
    case bytes([UInt8])
    /// Sent in chunks as they come.
    ///
    /// The first chunk is requested once the connection is established, and each further one after the previous one has gone
    /// out. The body cannot be sent a second time. An error that it throws ends the exchange and is thrown to the caller.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
}

/// How long each part of an exchange may take.
///
/// All are counted from the request's own start, except `progress`, which restarts with each sign of progress.
package struct Deadlines: Sendable, Hashable {
    /// Until the connection is established, TLS included.
    package var connect: Duration
    /// Until the final status line has arrived, uploading included.
    package var firstByte: Duration
    /// Between two signs of useful progress in the answer: a parsed event, or audio.
    ///
    /// Bytes alone, such as keep-alive comments, do not count.
    package var progress: Duration
    /// Until the first sign of progress after the head; ``progress`` if nil. A model's server sends its head at once, and then
    /// reads the prompt.
    package var firstProgress: Duration?
    /// Until the answer is complete.
    package var total: Duration

    /// The defaults are a compromise between live speech and files; each adapter sets its own.
    package init(
        connect: Duration = .seconds(5), firstByte: Duration = .seconds(15), progress: Duration = .seconds(10),
        total: Duration = .seconds(120), firstProgress: Duration? = nil
    ) {
        self.firstProgress = firstProgress
        self.connect = connect
        self.firstByte = firstByte
        self.progress = progress
        self.total = total
    }
}

/// How much of an answer is accepted.
///
/// libcurl 7.88 limits neither a chunked body nor the decompressed size of a compressed one. So the client counts the bytes
/// after decompression.
package struct ResponseLimits: Sendable, Hashable {
    /// Bytes of the body after decompression.
    package var body: Int
    /// Bytes of all header fields.
    package var headers: Int

    package init(body: Int = 32 << 20, headers: Int = 64 << 10) {
        self.body = body
        self.headers = headers
    }
}
