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
}
