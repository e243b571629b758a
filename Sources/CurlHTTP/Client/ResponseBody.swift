internal import HTTPTypes

/// The bytes of an answer's body, decompressed, as they come. Read it once, from one task.
///
///     for try await bytes in response.body {
///         for event in parser.feed(bytes) {
///             response.body.madeProgress()
///             …
///         }
///     }
///
/// The client reads ahead a quarter of a mebibyte and then waits, and so does the server, until the reader has come after
/// it. Reading throws ``HTTPFailure``, or `CancellationError`; what had come before a failure is delivered first. A body
/// that is dropped before its end has its exchange closed.
public struct ResponseBody: Sendable {
    private let exchange: BodyLifetime

    init(_ exchange: HTTPExchange, lease: LoopLease) {
        self.exchange = BodyLifetime(exchange, lease: lease)
    }

    /// The fields of the head that came before it.
    var headers: HTTPFields { exchange.fields }

    /// Everything up to the end, at most as many bytes as the request's limit.
    ///
    /// It counts as one sign of progress: what the reader has to wait for must come within ``Deadlines/progress``.
    public func collect() async throws -> [UInt8] {
        guard var all = try await exchange.nextBytes() else { return [] }
        while let more = try await exchange.nextBytes() { all += more }
        return all
    }

    /// The reader has understood something, an event or audio: the deadline for progress begins anew.
    ///
    /// That deadline counts only the time in which a reader waits for bytes, so one that is busy elsewhere, or that reads
    /// slowly on purpose, does not run into it.
    public func madeProgress() { exchange.madeProgress() }
}

extension ResponseBody: AsyncSequence {
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let exchange: BodyLifetime

        public mutating func next() async throws -> [UInt8]? { try await exchange.nextBytes() }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(exchange: exchange) }
}

/// Closes the exchange when nobody can read its body any more.
private final class BodyLifetime: Sendable {
    private let exchange: HTTPExchange
    /// A body may outlive the client it came from.
    private let lease: LoopLease

    init(_ exchange: HTTPExchange, lease: LoopLease) {
        self.exchange = exchange
        self.lease = lease
    }

    deinit { exchange.cancel() }

    func nextBytes() async throws -> [UInt8]? { try await exchange.nextBytes() }
    func madeProgress() { exchange.madeProgress() }
    var fields: HTTPFields { exchange.fields }
}
