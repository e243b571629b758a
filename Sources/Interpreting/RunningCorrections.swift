internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Carries out the corrections of a conversation while it runs.
///
/// A correction has its own lane among the utterances. When everything before the lane is delivered, the changes are stored
/// together with the event that announces them, before the first call. So a run that ends there can be resumed, and the
/// listener gets the events in the order of the log. Only the corrected utterance is translated again. Later utterances
/// inherit its side, and get its new text as context.
final class RunningCorrections: Sendable {
    private let queue: CorrectionQueue
    private let conversation: Conversation
    private let providers: ProviderSet
    private let store: any ContentStore
    private let windows: Windows
    private let pipeline: UtterancePipeline
    private let delivery: OrderedDelivery
    private let tally: Tally
    /// Utterances that have ended in this run.
    private let ended = SettledSequence<Void>(consume: { _, _ in })
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

    func heard(_ sequence: Int) { queue.heard(sequence) }

    func ended(_ sequence: Int) { ended.settle(sequence, ()) }

    /// Accepts no further corrections, and returns when those that have arrived are carried out.
    func finish() async throws {
        queue.close()
        _ = try await isOver.next()
    }

    /// Runs until ``finish()``.
    ///
    /// - Parameter deliver: receives corrections that cannot be made.
    func run(_ deliver: DeliverySink) async throws {
        while let pending = try await queue.next() {
            do {
                _ = queue.resolve(pending, .success(try await carryOut(pending.correction)))
            } catch let problem as Problem where problem.kind == .usage || problem.kind == .input {
                guard !queue.resolve(pending, .failure(problem)) else { continue }
                try await deliver(.refused(utterance: pending.correction.utterance, problem))
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

    private func carryOut(_ correction: CorrectionQueue.Correction) async throws -> [Event] {
        let id = UtteranceID(conversation: conversation.id, sequence: correction.utterance)
        try await ended.wait(through: id.sequence) {}
        guard let record = try await store.utterance(id) else { return [] }
        let prepared: PreparedCorrection? =
            switch correction.change {
            case .direction(let speaker): try await changeOfDirection(record, to: speaker)
            case .texts(let texts): try change(of: record, to: texts)
            }
        guard let prepared else { return [] }
        let lane = try await delivery.open(
            id.sequence,
            beginning: { [store, windows] in
                try await store.commit(prepared.changes + [.event(prepared.event)])
                prepared.direction.map { windows.directions?.correct(id.sequence, $0) }
                return prepared.event
            })
        do {
            try await lane.waitForTurn()
        } catch {
            lane.close()
            throw error
        }
        guard let reopened = try await store.utterance(id) else {
            lane.close()
            return []
        }
        let input = UtteranceInput(
            utterance: record.utterance, samples: prepared.samples, lacksAudio: prepared.samples.isEmpty,
            dropReason: nil, record: reopened)
        tally.replace(record, by: try await pipeline.interpret(input, lane: lane))
        if let pair = try await store.utterance(id)?.contextPair { windows.context.replace(id.sequence, pair) }
        return try await lane.delivered()
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
