internal import Conversations
internal import Plumbing

/// Delivers the output of concurrent utterances: texts among texts, translations among translations, voices among voices and
/// ends among ends in the order of the utterances.
///
/// Every utterance has its own ``Lane``, opened in sequence order. A lane goes from one counter to the next: its texts are
/// delivered, then its translation and its voice, each behind those of earlier lanes, and then its end. Within an utterance the
/// order is that of the work, but speech that begins early may come before its translation. No call waits for a lane: the
/// concurrency slot that the call holds may be the one that an earlier utterance needs.
final class OrderedDelivery: Sendable {
    private let opened: BoundedChannel<Lane>
    private let recognized: (translations: BoundedChannel<Lane>, voices: BoundedChannel<Lane>)
    private let ending: BoundedChannel<Lane>
    private let clock: LiveClock?
    private let shown: @Sendable () -> Void
    private let delivered: @Sendable () -> Void

    /// - Parameters:
    ///   - lanes: how many lanes may be open at once.
    ///   - clock: measures how far results are behind the speaker; nil if that is not reported.
    ///   - shown: called after the texts of each utterance have been delivered.
    ///   - delivered: called after each utterance has been delivered.
    init(
        lanes: Int, clock: LiveClock? = nil, shown: @escaping @Sendable () -> Void,
        delivered: @escaping @Sendable () -> Void
    ) {
        // One more, because one utterance at a time is corrected.
        opened = BoundedChannel(capacity: lanes + 1)
        recognized = (BoundedChannel(capacity: lanes + 1), BoundedChannel(capacity: lanes + 1))
        ending = BoundedChannel(capacity: lanes + 1)
        self.clock = clock
        self.shown = shown
        self.delivered = delivered
    }

    /// Opens the lane of the next utterance.
    func open(_ sequence: Int) async throws -> Lane {
        let lane = Lane(sequence: sequence)
        try await opened.send(lane)
        return lane
    }

    /// Opens a lane for a corrected utterance, in addition to the usual number of open lanes.
    ///
    /// - Parameter begin: called when everything before the lane is delivered. Stores the correction, and returns the event that
    ///   announces it.
    func open(_ sequence: Int, beginning begin: @escaping @Sendable () async throws -> Event) async throws -> Lane {
        let lane = Lane(sequence: sequence, correction: Lane.CorrectionDelivery(begin: begin))
        try await opened.send(lane)
        return lane
    }

    /// Declares that no more lanes will be opened.
    func finish() { opened.finish() }

    /// Delivers until the last lane is empty. The events of an utterance go into the log once they have been delivered, those of
    /// one utterance together.
    func run(store: any ConversationStore, sink: @escaping DeliverySink) async throws {
        let sink = SharedSink(sink)
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.deliverTexts(to: sink) }
            group.addTask { try await self.deliverTranslations(to: sink) }
            group.addTask { try await self.deliverVoices(to: sink) }
            group.addTask { try await self.deliverEnds(to: sink, store) }
        }
    }

    private func deliverTexts(to sink: SharedSink) async throws {
        while let lane = try await opened.next() {
            // The ends deliver the texts of a correction, so that no text waits for its turn.
            if lane.correction == nil { try await deliver(.texts, of: lane, to: sink) }
            try await ending.send(lane)
            if lane.correction == nil { try await recognized.translations.send(lane) }
            try await recognized.voices.send(lane)
        }
        for lanes in [ending, recognized.translations, recognized.voices] { lanes.finish() }
    }

    private func deliverTranslations(to sink: SharedSink) async throws {
        while let lane = try await recognized.translations.next() {
            try await deliver(.translations, of: lane, to: sink)
            shown()
        }
    }

    private func deliverVoices(to sink: SharedSink) async throws {
        while let lane = try await recognized.voices.next() {
            if let correction = lane.correction { _ = try await correction.voiceTurn.next() }
            try await deliver(.voices, of: lane, to: sink)
        }
    }

    private func deliverEnds(to sink: SharedSink, _ store: any ConversationStore) async throws {
        while let lane = try await ending.next() {
            let first = try await lane.correction?.begin()
            if let first { try await sink.deliver(.event(first)) }
            if let correction = lane.correction {
                _ = correction.turn.trySend(())
                _ = correction.voiceTurn.trySend(())
                try await deliver(.texts, of: lane, to: sink)
                try await deliver(.translations, of: lane, to: sink)
            }
            try await lane.waitForContent()
            while let item = try await lane.next(of: .ends) {
                try await deliver(item, of: lane, to: sink, isDurable: !store.isBehind)
            }
            let events = lane.events
            try await store.commit(events.map(StoreChange.event))
            if let correction = lane.correction {
                _ = correction.delivered.trySend([first].compactMap(\.self) + events)
            } else {
                delivered()
            }
        }
    }

    private func deliver(_ track: Lane.Track, of lane: Lane, to sink: SharedSink) async throws {
        while let item = try await lane.next(of: track) { try await deliver(item, of: lane, to: sink) }
        lane.pass(track)
    }

    private func deliver(
        _ item: Delivered, of lane: Lane, to sink: SharedSink, isDurable: Bool = true
    ) async throws {
        var item = item
        if let clock, lane.correction == nil, case .event(let event) = item { item = .event(clock.stamped(event)) }
        try await sink.deliver(isDurable ? item : item.notDurable)
        if case .event(let event) = item { lane.log(event) }
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
