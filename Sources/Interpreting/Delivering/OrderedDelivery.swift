internal import Conversations
internal import Plumbing

/// Delivers the output of concurrent utterances: texts among texts, translations among translations, voices among voices and
/// ends among ends in the order of the utterances.
///
/// Every utterance has its own ``Lane``, opened in sequence order. A lane goes from one counter to the next: its texts are
/// delivered, then its translation and its voice, each behind those of earlier lanes, and then its end. Within an utterance the
/// order is that of the work, but speech that begins early may come before its translation. No call waits for a lane: the
/// concurrency slot that the call holds may be the one that an earlier utterance needs.
///
/// A corrected utterance has another lane. Its texts are delivered at once. Its voice comes after those of the lanes whose texts
/// had been recognized before.
final class OrderedDelivery: Sendable {
    private let opened: BoundedChannel<Lane>
    private let corrected = BoundedChannel<Lane>(capacity: 1)
    private let recognized: (translations: BoundedChannel<Lane>, voices: BoundedChannel<Lane>)
    private let ending: BoundedChannel<Lane>
    private let clock: LiveClock?
    private let shown: @Sendable () -> Void
    private let delivered: @Sendable () -> Void
    /// One lane at a time puts events into the log.
    private let logging = Limiter(limit: 1)

    /// - Parameters:
    ///   - lanes: how many lanes may be open at once.
    ///   - clock: measures how far results are behind the speaker; nil if that is not reported.
    ///   - shown: called after the texts of each utterance have been delivered.
    ///   - delivered: called after each utterance has been delivered.
    init(
        lanes: Int, clock: LiveClock? = nil, shown: @escaping @Sendable () -> Void,
        delivered: @escaping @Sendable () -> Void
    ) {
        opened = BoundedChannel(capacity: lanes)
        // More, so that no text waits for the voices of corrections.
        let all = lanes + CorrectionQueue.capacity + 1
        recognized = (BoundedChannel(capacity: lanes), BoundedChannel(capacity: all))
        ending = BoundedChannel(capacity: all)
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
    /// - Parameters:
    ///   - former: the utterance's lane before, whose texts have been delivered; nil if all of it has been delivered.
    ///   - begin: stores the correction with those earlier events of the utterance that it is given, and returns the event that
    ///     announces it.
    func open(
        _ sequence: Int, after former: Lane?, beginning begin: @escaping @Sendable ([Event]) async throws -> Event
    ) async throws -> Lane {
        let lane = Lane(sequence: sequence, correction: Lane.CorrectionDelivery(former: former, begin: begin))
        try await corrected.send(lane)
        return lane
    }

    /// Opens a lane for one event, which is delivered and logged after everything that was opened before.
    func open(_ sequence: Int, announcing begin: @escaping @Sendable () async throws -> Event) async throws {
        try await opened.send(Lane(sequence: sequence, announcement: begin))
    }

    /// Declares that no more lanes will be opened.
    func finish() {
        opened.finish()
        corrected.finish()
    }

    /// Delivers until the last lane is empty. The events of an utterance go into the log once they have been delivered, those of
    /// one utterance together.
    func run(store: any ConversationStore, sink: @escaping DeliverySink) async throws {
        let sink = SharedSink(sink)
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await self.deliverTexts(to: sink) }
            group.addTask { try await self.deliverCorrections(to: sink) }
            group.addTask { try await self.deliverTranslations(to: sink) }
            group.addTask { try await self.deliverVoices(to: sink) }
            group.addTask { try await self.deliverEnds(to: sink, store) }
        }
    }

    private func deliverTexts(to sink: SharedSink) async throws {
        while let lane = try await opened.next() {
            let hasTexts = lane.announcement == nil
            if hasTexts { try await deliver(.texts, of: lane, to: sink) }
            try await ending.send(lane)
            guard hasTexts else { continue }
            try await recognized.translations.send(lane)
            try await recognized.voices.send(lane)
        }
        for lanes in [ending, recognized.translations, recognized.voices] { lanes.finish() }
    }

    private func deliverCorrections(to sink: SharedSink) async throws {
        while let lane = try await corrected.next() {
            try await begin(lane, to: sink)
            try await deliver(.texts, of: lane, to: sink)
            try await deliver(.translations, of: lane, to: sink)
            try await recognized.voices.send(lane)
            try await ending.send(lane)
        }
    }

    /// Stores and delivers the first event of a correction.
    private func begin(_ lane: Lane, to sink: SharedSink) async throws {
        guard let correction = lane.correction else { return }
        try await sink.between { correction.former?.supersede() }
        let first = try await logged { try await correction.begin(correction.former?.takeEvents() ?? []) }
        try await sink.deliver(.event(first))
        _ = correction.turn.trySend(first)
    }

    private func deliverTranslations(to sink: SharedSink) async throws {
        while let lane = try await recognized.translations.next() {
            try await deliver(.translations, of: lane, to: sink)
            shown()
        }
    }

    private func deliverVoices(to sink: SharedSink) async throws {
        while let lane = try await recognized.voices.next() { try await deliver(.voices, of: lane, to: sink) }
    }

    private func deliverEnds(to sink: SharedSink, _ store: any ConversationStore) async throws {
        while let lane = try await ending.next() {
            if let announcement = lane.announcement {
                try await sink.deliver(.event(try await announcement()))
                continue
            }
            try await lane.waitForContent()
            while let item = try await lane.next(of: .ends) {
                try await deliver(item, of: lane, to: sink, isDurable: !store.isBehind)
            }
            let events = try await logged {
                let events = lane.takeEvents()
                try await store.commit(events.map(StoreChange.event))
                return events
            }
            lane.isOver = true
            if let correction = lane.correction {
                _ = correction.delivered.trySend(events)
            } else {
                delivered()
            }
        }
    }

    private func logged<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await logging.acquire()
        defer { logging.release() }
        return try await body()
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
        try await sink.pass(isDurable ? item : item.notDurable, of: lane)
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
