public import HTTPTypes

/// One request, as the client sends it. Nothing in it says how often to try or what an answer means.
public struct ClientRequest: Sendable {
    public var method: HTTPRequest.Method
    /// An absolute `http` or `https` URL, percent-encoded.
    public var url: String
    /// Those that are the client's own (``ownFields``) are left out.
    public var headers: HTTPFields
    public var body: RequestBody
    public var deadlines: Deadlines
    public var limits: ResponseLimits
    /// Who chose the URL; decides which addresses it may lead to.
    public var destination: Destination
    public var httpVersion: HTTPVersion
    /// Whether the answer may come compressed. The end of what is compressed is not checked, so it is not for an answer
    /// whose own form would not show that it was cut.
    public var takesCompressed: Bool

    public init(
        _ method: HTTPRequest.Method, _ url: String, headers: HTTPFields = HTTPFields(), body: RequestBody = .none,
        deadlines: Deadlines = Deadlines(), limits: ResponseLimits = ResponseLimits(),
        destination: Destination = .configured, httpVersion: HTTPVersion = .negotiated, takesCompressed: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.deadlines = deadlines
        self.limits = limits
        self.destination = destination
        self.httpVersion = httpVersion
        self.takesCompressed = takesCompressed
    }

    /// The fields that the client decides on from the URL, the body and the connection.
    public static let ownFields = Set(
        ["Host", "Content-Length", "Transfer-Encoding", "Accept-Encoding", "Expect", "Connection"]
            .compactMap { HTTPField.Name($0) })

    /// What is spoken over TLS; without TLS it is always HTTP/1.1.
    public enum HTTPVersion: Sendable, Hashable {
        /// HTTP/2 where the server offers it, with one exchange at a time on a connection. Its gain over HTTP/1.1: a
        /// request that is given up costs a stream and not the connection.
        case negotiated
        /// HTTP/1.1, for a server whose HTTP/2 gives trouble.
        case http1
    }

    /// Whose word the URL is.
    public enum Destination: Sendable, Hashable {
        /// The operator's configuration: any address, as a server of one's own on the local network is usual.
        case configured
        /// Anybody else's, a client's or a provider's answer: no address that is not public.
        case foreign
    }
}

/// What a request carries.
public enum RequestBody: Sendable {
    case none
    /// Sent with its length.
    case bytes([UInt8])
    /// Sent in chunks as they come, each asked for once the one before has gone out, the first once the connection stands.
    /// It cannot be sent a second time. An error that it throws ends the exchange and is what the caller gets.
    case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
}

/// How long each part of an exchange may take. All are counted from the request's own start but `progress`, which is
/// counted anew from each sign of progress.
public struct Deadlines: Sendable, Hashable {
    /// Until the connection stands, TLS included.
    public var connect: Duration
    /// Until the final status line is there, uploading included.
    public var firstByte: Duration
    /// Between two signs of useful progress in the answer: a parsed event, audio. Bytes alone, such as keep-alive
    /// comments, do not count.
    public var progress: Duration
    /// Until the answer is complete.
    public var total: Duration

    /// The defaults stand between what live speech and files want; each adapter sets its own.
    public init(
        connect: Duration = .seconds(5), firstByte: Duration = .seconds(15), progress: Duration = .seconds(10),
        total: Duration = .seconds(120)
    ) {
        self.connect = connect
        self.firstByte = firstByte
        self.progress = progress
        self.total = total
    }
}

/// How much of an answer is taken. libcurl 7.88 bounds neither a chunked body nor what a compressed one unpacks to, so
/// the client counts what comes out of it.
public struct ResponseLimits: Sendable, Hashable {
    /// Bytes of the body after decompression.
    public var body: Int
    /// Bytes of all header fields.
    public var headers: Int

    public init(body: Int = 32 << 20, headers: Int = 64 << 10) {
        self.body = body
        self.headers = headers
    }
}
