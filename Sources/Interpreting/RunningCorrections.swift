internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Carries out the corrections of a conversation while it runs.
///
/// A correction begins when the texts of its utterance are delivered. If their voice is still being made, it is not heard any
/// more. The changes are stored together with the event that announces them, before the first call. So a run that ends there
/// can be resumed, and the log has the events of each utterance in the order in which the listener gets them.
///
/// The new texts do not wait for voices, and the next correction begins when they are delivered. Only the corrected utterance
/// is translated again. Later utterances inherit its side, and get its new text as context.
final class RunningCorrections: Sendable {
    private let queue: CorrectionQueue
    private let conversation: Conversation
    private let providers: ProviderSet
    private let store: any ContentStore
    private let windows: Windows
    private let pipeline: UtterancePipeline
    private let delivery: OrderedDelivery
    private let tally: Tally
    /// The newest lane of each utterance that has not been delivered and logged.
    private let lanes = Locked<[Int: Lane]>([:])
    private let isOver = BoundedChannel<Void>(capacity: 1)

    /// - Parameter pipeline: of the conversation's own utterances.
    init(
        _ queue: CorrectionQueue, of conversation: Conversation, by providers: ProviderSet, store: any ContentStore,
        pipeline: UtterancePipeline, delivery: OrderedDelivery, tally: Tally
    ) {
        (self.queue, self.conversation, self.providers, self.store) = (queue, conversation, providers, store)
        (self.delivery, self.tally) = (delivery, tally)
        windows = pipeline.windows
        self.pipeline = pipeline.repeating(conversation)
        queue.open()
    }

    // MARK: From the run

    func heard(_ lane: Lane) {
        keep(lane)
        queue.heard(lane.sequence)
    }

    private func keep(_ lane: Lane) {
        lanes.withLock { lanes in
            lanes = lanes.filter { !$0.value.isOver }
            lanes[lane.sequence] = lane
        }
    }

    /// Accepts no further corrections, and returns when those that have arrived are carried out.
    func finish() async throws {
        queue.close()
        _ = try await isOver.next()
    }

    /// Runs until ``finish()``.
    ///
    /// - Parameter deliver: receives corrections that cannot be made.
    func run(_ deliver: @escaping DeliverySink) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while let pending = try await queue.next() {
                do {
                    guard let begun = try await begin(pending.correction) else {
                        _ = queue.resolve(pending, .success([]))
                        continue
                    }
                    // Its voice may take long.
                    group.addTask { try await self.finish(begun, for: pending) }
                    try await begun.lane.waitForTexts()
                    let pair = begun.lane.texts?.contextPair
                    if let pair { windows.context.replace(begun.lane.sequence, pair) }
                } catch let problem as Problem where problem.kind == .usage || problem.kind == .input {
                    guard !queue.resolve(pending, .failure(problem)) else { continue }
                    try await deliver(.refused(utterance: pending.correction.utterance, problem))
                }
            }
        }
        isOver.finish()
    }

    // MARK: One correction

    /// What is stored for a correction before its first call.
    private struct PreparedCorrection {
        var changes: [StoreChange]
        var event: Event
        /// The direction that later utterances follow; nil if it does not change.
        var direction: HeardDirection?
        var samples: [Int16] = []
    }

    /// A correction that is stored and announced, and whose calls are to be made.
    private struct BegunCorrection: Sendable {
        var lane: Lane
        var input: UtteranceInput
        var event: Event
    }

    /// Stores and announces a correction.
    ///
    /// - Returns: nil if there is nothing to be done.
    private func begin(_ correction: CorrectionQueue.Correction) async throws -> BegunCorrection? {
        let id = UtteranceID(conversation: conversation.id, sequence: correction.utterance)
        let current = lanes.withLock { $0[id.sequence] }
        try await current?.waitForTexts()
        if let journal = current?.journalOfVoice { try await journal.flush() } else { try await current?.waitForEnd() }
        guard let record = try await store.utterance(id) else { return nil }
        let prepared: PreparedCorrection? =
            switch correction.change {
            case .direction(let speaker): try await changeOfDirection(record, to: speaker)
            case .texts(let texts): try change(of: record, to: texts)
            }
        guard let prepared else { return nil }
        let former = Locked<UtteranceRecord?>(nil)
        let lane = try await delivery.open(
            id.sequence, after: current,
            beginning: { [store, windows] earlier in
                try await current?.journal?.supersede()
                let isUncounted = current?.count() ?? false
                let counted = isUncounted ? current?.countedBefore : try await store.utterance(id)
                former.withLock { $0 = counted }
                try await store.commit(earlier.map(StoreChange.event) + prepared.changes + [.event(prepared.event)])
                prepared.direction.map { windows.directions?.correct(id.sequence, $0) }
                return prepared.event
            })
        keep(lane)
        do {
            let event = try await lane.waitForTurn()
            guard let reopened = try await store.utterance(id) else {
                lane.close()
                return nil
            }
            let input = UtteranceInput(
                utterance: record.utterance, samples: prepared.samples, lacksAudio: prepared.samples.isEmpty,
                dropReason: nil, record: reopened)
            lane.countedBefore = former.withLock(\.self)
            return BegunCorrection(lane: lane, input: input, event: event)
        } catch {
            lane.close()
            throw error
        }
    }

    /// Makes the calls of a correction, and reports its events when all are delivered.
    private func finish(_ begun: BegunCorrection, for pending: CorrectionQueue.Pending) async throws {
        let record = try await pipeline.calls.progress.during {
            try await pipeline.interpret(begun.input, lane: begun.lane)
        }
        if begun.lane.count() {
            begun.lane.countedBefore.map { tally.replace($0, by: record) } ?? tally.add(record)
        }
        begun.lane.end()
        let events = try await begun.lane.delivered()
        _ = queue.resolve(pending, .success([begun.event] + events))
    }

    private func changeOfDirection(_ record: UtteranceRecord, to speaker: Speaker?) async throws -> PreparedCorrection?
    {
        let correction = try DirectionCorrection(of: record, in: conversation, to: speaker)
        guard !correction.changesNothing else { return nil }
        try providers.check(correction.pair, hears: correction.needsAudio)
        var samples: [Int16] = []
        if correction.needsAudio || providers.translatesSound, let blob = record.audio,
            let bytes = try await store.blob(blob)
        {
            samples = PCM16.samples(fromLittleEndian: bytes)
        }
        guard !samples.isEmpty || record.recognition != nil else {
            throw Problem(
                .input, "audio.gone", "its audio no longer exists", at: conversation.title,
                cure: "say it again")
        }
        return PreparedCorrection(
            changes: correction.changes(hears: !samples.isEmpty, store.keys), event: correction.event,
            direction: correction.direction, samples: samples)
    }

    private func change(of record: UtteranceRecord, to texts: CorrectedTexts) throws(Problem) -> PreparedCorrection? {
        let correction = try TextCorrection(of: record, as: texts)
        guard !correction.changesNothing else { return nil }
        try correction.check(providers)
        return PreparedCorrection(changes: correction.changes(store.keys), event: correction.event)
    }
}
