internal import Conversations
internal import Plumbing

/// Delivers the output of concurrent utterances in the order of their numbers.
///
/// Every utterance has its own lane, opened in sequence order; the lanes are delivered one after the other. The output of
/// an utterance waits in its lane while an earlier utterance is being delivered. No call waits for a lane: the concurrency slot
/// that the call holds may be the one that an earlier utterance needs.
final class OrderedDelivery: Sendable {
    /// How many items an utterance may be ahead of its delivery: half a minute of audio in the pieces that providers send.
    static let laneCapacity = 256

    final class Lane: Sendable {
        let sequence: Int
        fileprivate let items = BoundedChannel<Delivered>(capacity: OrderedDelivery.laneCapacity)
        /// Nil unless the lane is that of a corrected utterance.
        fileprivate let correction: CorrectionDelivery?

        fileprivate struct CorrectionDelivery: Sendable {
            /// Stores the correction, and returns the event that announces it.
            let begin: @Sendable () async throws -> Event
            let turn = BoundedChannel<Void>(capacity: 1)
            let delivered = BoundedChannel<[Event]>(capacity: 1)
        }

        fileprivate init(sequence: Int, correction: CorrectionDelivery? = nil) {
            self.sequence = sequence
            self.correction = correction
        }

        /// Waits until everything before the lane and its first event are delivered.
        ///
        /// - Throws: `CancellationError` if the run ends before.
        func waitForTurn() async throws {
            guard try await correction?.turn.next() != nil else { throw CancellationError() }
        }

        /// The events of the lane, as soon as all are delivered.
        func delivered() async throws -> [Event] { try await correction?.delivered.next() ?? [] }

        func send(_ item: Delivered) async throws { try await items.send(item) }

        /// Sends if that needs no waiting, and returns whether it did.
        func trySend(_ item: Delivered) -> Bool { items.trySend(item) }

        /// Sends a hypothesis, or skips it if it would have to wait: the next one replaces it.
        func offer(_ hypothesis: String) {
            guard items.count == 0 else { return }
            _ = items.trySend(.hypothesis(utterance: sequence, hypothesis))
        }

        func close() { items.finish() }
    }

    private let lanes: BoundedChannel<Lane>
    private let clock: LiveClock?
    private let delivered: @Sendable () -> Void

    /// - Parameters:
    ///   - lanes: how many lanes may be open at once.
    ///   - clock: measures how far results are behind the speaker; nil if that is not reported.
    ///   - delivered: called after each utterance has been delivered.
    init(lanes: Int, clock: LiveClock? = nil, delivered: @escaping @Sendable () -> Void) {
        // One more, because one utterance at a time is corrected.
        self.lanes = BoundedChannel(capacity: lanes + 1)
        self.clock = clock
        self.delivered = delivered
    }

    /// Opens the lane of the next utterance.
    func open(_ sequence: Int) async throws -> Lane {
        let lane = Lane(sequence: sequence)
        try await lanes.send(lane)
        return lane
    }

    /// Opens a lane for a corrected utterance, in addition to the usual number of open lanes.
    ///
    /// - Parameter begin: called when everything before the lane is delivered. Stores the correction, and returns the event that
    ///   announces it.
    func open(_ sequence: Int, beginning begin: @escaping @Sendable () async throws -> Event) async throws -> Lane {
        let lane = Lane(sequence: sequence, correction: Lane.CorrectionDelivery(begin: begin))
        try await lanes.send(lane)
        return lane
    }

    /// Declares that no more lanes will be opened.
    func finish() { lanes.finish() }

    /// Delivers until the last lane is empty. The events of an utterance go into the log once they have been delivered.
    func run(store: any ConversationStore, sink: DeliverySink) async throws {
        while let lane = try await lanes.next() {
            var events: [Event] = []
            let first = try await lane.correction?.begin()
            if let first { try await sink(.event(first)) }
            _ = lane.correction?.turn.trySend(())
            while var item = try await lane.items.next() {
                if let clock, lane.correction == nil, case .event(let event) = item {
                    item = .event(clock.stamped(event))
                }
                try await sink(store.isBehind ? item.notDurable : item)
                if case .event(let event) = item { events.append(event) }
            }
            try await store.commit(events.map(StoreChange.event))
            if let correction = lane.correction {
                _ = correction.delivered.trySend([first].compactMap(\.self) + events)
            } else {
                delivered()
            }
        }
    }
}

extension Delivered {
    /// The item for a store whose disk is full: a finished utterance is marked as not durable.
    fileprivate var notDurable: Delivered {
        guard case .event(var event) = self, case .utteranceFinished(var body) = event.body else { return self }
        body.durable = false
        event.body = .utteranceFinished(body)
        return .event(event)
    }
}
