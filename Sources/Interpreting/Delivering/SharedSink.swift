internal import Conversations
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

    /// Delivers an item of a lane unless its utterance has been corrected when its turn comes. In the same turn an event is kept
    /// for the log.
    ///
    /// - Throws: what the listener throws, or `CancellationError`.
    func pass(_ item: Delivered, of lane: Lane) async throws {
        try await turn.acquire()
        defer { turn.release() }
        guard !lane.isSuperseded else { return }
        try await sink(item)
        if case .event(let event) = item { lane.log(event) }
    }
}
