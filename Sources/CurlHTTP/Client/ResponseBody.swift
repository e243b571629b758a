internal import HTTPTypes

/// The bytes of an answer's body, decompressed, as they arrive. Read it once, from one task.
///
///     for try await bytes in response.body {
///         for event in parser.feed(bytes) {
///             response.body.madeProgress()
///             …
///         }
///     }
///
/// The client reads ahead a quarter of a mebibyte. Then backpressure makes the client and the server wait until the reader
/// catches up. Reading throws ``HTTPFailure``, or `CancellationError`; bytes that arrived before a failure are delivered first.
/// If a body is dropped before its end, its exchange is closed.
package struct ResponseBody: Sendable {
    private let exchange: BodyLifetime

    init(_ exchange: HTTPExchange, lease: LoopLease) {
        self.exchange = BodyLifetime(exchange, lease: lease)
    }

    /// The fields of the head that arrived before the body.
    var headers: HTTPFields { exchange.fields }

    /// Everything up to the end, at most as many bytes as the request's limit.
    ///
    /// It counts as one sign of progress: the bytes that the reader waits for must arrive within ``Deadlines/progress``.
    package func collect() async throws -> [UInt8] {
        guard var all = try await exchange.nextBytes() else { return [] }
        while let more = try await exchange.nextBytes() { all += more }
        return all
    }

    /// Notes that the reader has understood something, an event or audio, which restarts the deadline for progress.
    ///
    /// That deadline counts only the time in which a reader waits for bytes. So a reader that is busy with other work, or reads
    /// slowly on purpose, does not exceed it.
    package func madeProgress() { exchange.madeProgress() }
}

extension ResponseBody: AsyncSequence {
    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let exchange: BodyLifetime

        package mutating func next() async throws -> [UInt8]? { try await exchange.nextBytes() }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(exchange: exchange) }
}

/// Closes the exchange when no reader of its body is left.
private final class BodyLifetime: Sendable {
    private let exchange: HTTPExchange
    /// Keeps the loop alive, because a body may outlive the client it came from.
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
