internal import Plumbing

/// A listener that several tasks deliver to, one after the other.
struct SharedSink: Sendable {
    private let turn = Limiter(limit: 1)
    private let sink: DeliverySink

    init(_ sink: @escaping DeliverySink) { self.sink = sink }

    /// - Throws: what the listener throws, or `CancellationError`.
    func deliver(_ item: Delivered) async throws {
        try await turn.acquire()
        defer { turn.release() }
        try await sink(item)
    }

    /// Makes a change while nothing is being delivered.
    func between(_ change: () -> Void) async throws {
        try await turn.acquire()
        defer { turn.release() }
        change()
    }

    /// Delivers an item unless it is out of date when its turn comes.
    ///
    /// - Parameter done: called in the same turn after the delivery.
    /// - Throws: what the listener throws, or `CancellationError`.
    func pass(_ item: Delivered, unless isStale: () -> Bool, then done: () -> Void) async throws {
        try await turn.acquire()
        defer { turn.release() }
        guard !isStale() else { return }
        try await sink(item)
        done()
    }
}
