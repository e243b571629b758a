internal import HTTPTypes
package import Plumbing

/// Sends requests over HTTP/1.1 and HTTP/2 and streams the answers, through libcurl.
///
///     let client = HTTPClient()
///     let request = ClientRequest(.post, "https://api.example.com/v1/speech", body: .bytes(json))
///     let response = try await client.send(request)
///     for try await bytes in response.body { … }
///
/// One client serves the whole program; connections to a host are kept and shared. It neither retries requests nor follows
/// redirects. It ends with ``shutdown()``, or when it and all bodies of its answers are released. From the first client on the
/// process ignores `SIGPIPE`, unless it has a handler for it.
package final class HTTPClient: Sendable {
    private let time: TimeSource
    private let targets = RequestTargets()
    private let lease: LoopLease

    /// - Parameter time: the clock that measures deadlines.
    package init(configuration: HTTPClientConfiguration = HTTPClientConfiguration(), time: TimeSource = .system) {
        self.time = time
        lease = LoopLease(
            loop: CurlLoop(configuration: configuration, time: time), watch: DeadlineWatch(time: time))
    }

    /// Sends the request and returns when the final status line and fields of the answer have arrived, whatever the status.
    ///
    /// Cancelling the task, here or while the body is read, closes the exchange at once. The exchange is closed by the time
    /// this throws.
    ///
    /// - Throws: ``HTTPFailure``; `CancellationError`; or what the stream of a request's body throws.
    package func send(_ request: ClientRequest) async throws -> ClientResponse {
        try Task.checkCancellation()
        let target = try targets.target(request.url)
        guard let loop = lease.loop else { throw HTTPFailure(.library, "libcurl cannot be set up") }
        let exchange = HTTPExchange(request, to: target, loop: loop, watch: lease.watch, time: time)
        let head = try await exchange.run()
        return ClientResponse(status: head.status, body: ResponseBody(exchange, lease: lease), timing: head.timing)
    }

    /// Opens a connection to the URL's host, so that the first request of a conversation need not wait for it.
    ///
    /// It sends a `HEAD` request for the host's root, without any credentials, and ignores what the answer says.
    ///
    /// - Throws: as ``send(_:)``.
    package func warm(_ url: String, deadlines: Deadlines = Deadlines()) async throws {
        let target = try targets.target(url)
        let request = ClientRequest(.head, target.origin + "/", deadlines: deadlines)
        _ = try await send(request).body.collect()
    }

    /// How many requests are in progress, including those whose bodies are being read. A reading for metrics.
    package var activeExchanges: Int { lease.watch.count }

    /// Ends all exchanges and returns once the client's thread, connections and handles are released. Later requests fail.
    package func shutdown() async {
        await lease.loop?.stop()
        lease.watch.close()
    }
}

/// Stops the loop when the last object that could use it is released.
final class LoopLease: Sendable {
    /// Nil if the loop could not be set up.
    let loop: CurlLoop?
    let watch: DeadlineWatch

    init(loop: CurlLoop?, watch: DeadlineWatch) {
        self.loop = loop
        self.watch = watch
    }

    deinit {
        loop?.stopSoon()
        watch.close()
    }
}
