internal import Audio
internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

/// One run of a conversation: takes utterances from the feed, interprets several at the same time, and delivers their
/// events in order.
struct InterpreterRun<Feed: UtteranceFeed>: Sendable {
    private let feed: Feed
    private let known: KnownUtterances
    private let calls: ProviderCalls
    private let pipeline: UtterancePipeline
    private let delivery: OrderedDelivery
    /// The places of the utterances in flight. An utterance releases its place when it is delivered. If a listener hears
    /// or types the conversation, it does so when its texts are delivered.
    private let places: Limiter
    /// The places of the utterances whose voices a listener still waits for; nil for recordings, whose texts do not hurry.
    private let unspoken: Limiter?
    private let corrections: RunningCorrections?
    /// Nil if the run does not wait for providers that are down.
    private let outage: OutageWatch?
    private let tally = Tally()
    /// Why the feed ended early, if the recording is decoded differently now.
    private let decodingProblem = Locked<Problem?>(nil)

    private var conversation: Conversation { calls.conversation }
    private var store: any ContentStore { calls.store }

    /// - Parameters:
    ///   - known: the utterances that earlier runs have stored.
    ///   - inFlight: how many utterances may be in flight.
    ///   - live: has a clock if a listener waits for each text.
    init(
        _ pipeline: UtterancePipeline, of feed: Feed, _ known: KnownUtterances, inFlight: Int, live: LiveHearing
    ) {
        self.pipeline = pipeline
        self.feed = feed
        self.known = known
        let calls = pipeline.calls
        self.calls = calls
        let places = Limiter(limit: inFlight)
        self.places = places
        let isTyped = calls.conversation.kind == .written && !calls.conversation.isOfFile
        let isAwaited = live.clock != nil || isTyped
        let unspoken = isAwaited ? Limiter(limit: max(inFlight, Self.unspoken)) : nil
        self.unspoken = unspoken
        let delivery = OrderedDelivery(
            lanes: unspoken?.limit ?? inFlight, clock: live.clock,
            shown: { [progress = calls.progress] in
                progress.show()
                if unspoken != nil { places.release() }
            }, delivered: { (unspoken ?? places).release() })
        self.delivery = delivery
        let tally = tally
        corrections = live.corrections.map {
            RunningCorrections(
                $0, of: calls.conversation, by: calls.providers, store: calls.store, pipeline: pipeline,
                delivery: delivery, tally: tally)
        }
        outage = calls.configuration.outagePatience.map {
            OutageWatch(providers: calls.providers, patience: $0, time: calls.time)
        }
    }

    /// Utterances of a live conversation whose voices may be behind their texts: about ten minutes of speech.
    private static var unspoken: Int { 128 }

    /// Runs to the end of the feed. The first error of any part cancels all others.
    ///
    /// - Returns: the last event. It is stored, durable and delivered before this returns.
    func perform(_ deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished {
        let progress = calls.progress
        do {
            try await withDeadline(
                after: { try await waitUntilStuck() },
                {
                    try await performAll { delivered in
                        try await progress.delivering { try await deliver(delivered) }
                    }
                })
        } catch is DeadlineExceeded {
            calls.control.leave(lackingOnlyVoices: progress.lacksOnlyVoices)
        }
        if let problem = decodingProblem.withLock({ $0 }) {
            if !known.isComplete { try await store.commit([.conversationState(conversation.id, .interrupted)]) }
            throw problem
        }
        return try await finish(deliver)
    }

    /// Returns when the run ends without the calls that are left.
    ///
    /// - Throws: `CancellationError`.
    private func waitUntilStuck() async throws {
        let (progress, configuration) = (calls.progress, calls.configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [control = calls.control] in
                try await progress.waitUntilStuck(for: configuration.drainPatience, from: control)
            }
            group.addTask { [voicePatience, sitsOut = unspoken == nil] in
                try await progress.waitUntilVoicesAreStuck(for: voicePatience, sitsOut: sitsOut)
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
    }

    /// How long the end of the run waits for voices that do not come further. A recording waits as long as one call may take.
    private var voicePatience: Duration {
        let configuration = calls.configuration
        let needed = calls.providers.synthesizers?.links.compactMap(\.provider.capabilities.deadline).max()
        let isUsual = needed == nil && !configuration.namedDeadlines.contains(.synthesis)
        guard unspoken == nil || !isUsual else { return configuration.drainPatience }
        return max(configuration.drainPatience, calls.limit(.synthesis, needed))
    }

    private func performAll(_ deliver: @escaping DeliverySink) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await delivery.run(store: store, sink: deliver) }
            group.addTask { try await pipeline.summaries.run() }
            if let corrections { group.addTask { try await corrections.run(deliver) } }
            group.addTask { try await interpretAll() }
            do {
                // `waitForAll` would wait for the others after a failure; leaving the loop cancels them.
                for try await _ in group {}
            } catch {
                group.cancelAll()
                throw error
            }
        }
    }

    // MARK: The utterances

    /// Interprets all utterances of the feed. Returns when all of them have ended.
    private func interpretAll() async throws {
        try await withThrowingDiscardingTaskGroup { utterances in
            var (last, isAtEnd) = (0, false)
            // However the loop ends, no task may wait for utterances that do not come.
            defer { pipeline.windows.sources?.end(after: last, isCut: !isAtEnd || feed.isCut) }
            while true {
                try await places.acquire()
                try await unspoken?.acquire()
                if let reason = try await outage?.wait(unless: { calls.control.isDraining }) {
                    calls.control.stop(for: reason)
                }
                let next: UtteranceInput?
                do {
                    next = try await self.next(after: last)
                } catch let problem as Problem where problem.code == KnownUtterances.decodedDifferently {
                    // The calls in flight are paid for, so the run ends only after they are done.
                    decodingProblem.withLock { $0 = problem }
                    break
                }
                guard let next else {
                    isAtEnd = true
                    calls.progress.end()
                    break
                }
                let input = try await stored(next)
                try await announceMoves(after: last)
                calls.progress.begin()
                let lane = try await delivery.open(input.utterance.sequence)
                last = input.utterance.sequence
                corrections?.heard(last)
                // Started immediately on this thread: waking another thread takes longer than the work before the first call.
                utterances.addImmediateTask {
                    tally.add(try await calls.progress.during { try await pipeline.interpret(input, lane: lane) })
                    corrections?.ended(input.utterance.sequence)
                }
            }
            if let persons = calls.persons {
                persons.end()
                try await store.commit([.persons(conversation.id, persons.persons)])
                try await announceMoves(after: last)
            }
            try await corrections?.finish()
            delivery.finish()
        }
        pipeline.windows.summaries?.finish()
    }

    /// The next utterance, with its record of earlier runs; nil at the end.
    private func next(after last: Int) async throws -> UtteranceInput? {
        if let heard = try await feed.next() { return try await known.recalled(heard) }
        return feed.reachedEnd ? try await known.next(after: last) : nil
    }

    /// The utterance. If it cannot be heard again, it is in the store when this returns, before any call for it.
    private func stored(_ next: UtteranceInput) async throws -> UtteranceInput {
        var input = next
        guard input.record == nil else { return input }
        calls.persons?.number(input.utterance)
        let persons = calls.persons.map { [StoreChange.persons(conversation.id, $0.persons)] } ?? []
        if let given = input.given {
            try await store.commit(GivenText.changes(for: input.utterance, given, keys: store.keys))
            input.record = UtteranceRecord(utterance: input.utterance) { $0.recognition = given }
            return input
        }
        switch conversation.origin {
        case .file:
            // A resumed run hears the utterance again, so it is stored together with its first call.
            input.unstored = [.utterance(input.utterance, audio: nil)]
        case .upload, .stream:
            let blob = try await store.put(PCM16.littleEndianBytes(input.samples))
            // Only this run knows why the utterance is dropped.
            let dropped = input.dropReason.map { [StoreChange.outcome(input.utterance.id, .dropped(reason: $0))] } ?? []
            try await store.commit([.utterance(input.utterance, audio: blob)] + dropped + persons)
        }
        return input
    }

    /// Tells which utterances have got another person. The persons are stored already.
    private func announceMoves(after last: Int) async throws {
        guard let moves = calls.persons?.takeMoves(), !moves.isEmpty else { return }
        let event = Event(.speakersCorrected(.init(utterances: moves)), in: conversation.id)
        let lane = try await delivery.open(last) { [store] in
            try await store.commit([.event(event)])
            return event
        }
        lane.close()
    }

    // MARK: The end

    private func finish(_ deliver: DeliverySink) async throws -> Event.ConversationFinished {
        // What was heard to its end lacks nothing but its last calls, if all of it is stored.
        let isStored = conversation.origin == .stream || calls.progress.lacksOnlyVoices
        let isCut = !feed.reachedEnd || calls.control.isLeft && !isStored
        let state: ConversationState =
            isCut ? .interrupted : tally.hasFailures || calls.control.isLeft ? .partial : .complete
        let finished = Event.ConversationFinished(
            state: state, seconds: feed.heardSeconds, utterances: tally.count, coverage: tally.coverage,
            damage: feed.damage)
        guard !calls.control.isHandedOver else {
            // Another server goes on, so this is no end.
            try await store.commit([.conversationState(conversation.id, .interrupted)])
            return finished
        }
        let event = Event(.conversationFinished(finished), in: conversation.id)
        if state == .interrupted, conversation.state == .complete {
            // The log has the end of the conversation already. Only the failed utterances are tried again.
            if tally.hasFailures { try await store.commit([.conversationState(conversation.id, .partial)]) }
        } else {
            try await store.commit([.conversationState(conversation.id, state), .event(event)])
        }
        try await store.synchronize()
        try await store.settle(heardTo: feed.heardSeconds)
        try await deliver(.event(event))
        return finished
    }
}
