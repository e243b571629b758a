internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Carries out the corrections of a conversation while it runs.
///
/// A correction has its own lane among the utterances. When its turn has come, what is to be repeated is stored with the
/// event that says so, before the first call. So a run that is cut short there is resumed like any other, and the listener gets
/// the events in the order of the log. Only the utterance itself is done again. Later utterances follow its side, and are shown
/// its new text.
final class RunningCorrections: Sendable {
    private let line: CorrectionLine
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
        _ line: CorrectionLine, of conversation: Conversation, by providers: ProviderSet, store: any ContentStore,
        pipeline: UtterancePipeline, delivery: OrderedDelivery, tally: Tally
    ) {
        (self.line, self.conversation, self.providers, self.store) = (line, conversation, providers, store)
        (self.delivery, self.tally) = (delivery, tally)
        windows = pipeline.windows
        self.pipeline = pipeline.repeating(conversation)
        line.open()
    }

    // MARK: From the run

    func heard(_ sequence: Int) { line.heard(sequence) }

    func ended(_ sequence: Int) { ended.settle(sequence, ()) }

    /// Accepts no further corrections, and returns when those that have arrived are carried out.
    func finish() async throws {
        line.close()
        _ = try await isOver.next()
    }

    /// Runs until ``finish()``.
    ///
    /// - Parameter deliver: receives corrections that cannot be made.
    func run(_ deliver: DeliverySink) async throws {
        while let pending = try await line.next() {
            do {
                _ = line.resolve(pending, .success(try await carryOut(pending.correction)))
            } catch let problem as Problem where problem.kind == .usage || problem.kind == .input {
                guard !line.resolve(pending, .failure(problem)) else { continue }
                try await deliver(.refused(utterance: pending.correction.utterance, problem))
            }
        }
        isOver.finish()
    }

    // MARK: One correction

    /// What is stored for a correction before its first call.
    private struct Redoing {
        var changes: [StoreChange]
        var event: Event
        /// The direction that later utterances follow; nil if it does not change.
        var direction: HeardDirection?
        var samples: [Int16] = []
    }

    private func carryOut(_ correction: CorrectionLine.Correction) async throws -> [Event] {
        let id = UtteranceID(conversation: conversation.id, sequence: correction.utterance)
        try await ended.wait(through: id.sequence) {}
        guard let record = try await store.utterance(id) else { return [] }
        let redoing: Redoing? =
            switch correction.change {
            case .direction(let speaker): try await turning(record, to: speaker)
            case .text(let text): try rewriting(record, as: text)
            }
        guard let redoing else { return [] }
        let lane = try await delivery.open(
            id.sequence,
            beginning: { [store, windows] in
                try await store.commit(redoing.changes + [.event(redoing.event)])
                redoing.direction.map { windows.directions?.correct(id.sequence, $0) }
                return redoing.event
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
            utterance: record.utterance, samples: redoing.samples, lacksAudio: redoing.samples.isEmpty,
            dropReason: nil, record: reopened)
        let outcome = try await pipeline.interpret(input, lane: lane)
        tally.replace(record.outcome, by: outcome, of: record.utterance)
        if let pair = try await store.utterance(id)?.contextPair { windows.context.replace(id.sequence, pair) }
        return try await lane.delivered()
    }

    private func turning(_ record: UtteranceRecord, to speaker: Speaker?) async throws -> Redoing? {
        let correction = try DirectionCorrection(of: record, in: conversation, to: speaker)
        guard !correction.changesNothing else { return nil }
        try providers.check(correction.pair, hears: correction.needsAudio)
        var samples: [Int16] = []
        if correction.needsAudio || providers.hearsSpeechAgain, let blob = record.audio,
            let bytes = try await store.blob(blob)
        {
            samples = PCM16.samples(fromLittleEndian: bytes)
        }
        guard !samples.isEmpty || record.recognition != nil else {
            throw Problem(
                .input, "audio.gone", "its audio is not there any more", at: conversation.title,
                cure: "say it again")
        }
        let utterance = record.utterance
        return Redoing(
            changes: [
                .directed(utterance.id, correction.direction),
                .reopened(
                    utterance.id, from: correction.needsAudio && !samples.isEmpty ? .recognition : .translation),
            ],
            event: Event(reopening: utterance.id, correction.direction.speaker, correction.pair, .direction),
            direction: correction.direction, samples: samples)
    }

    private func rewriting(_ record: UtteranceRecord, as text: String) throws(Problem) -> Redoing? {
        let correction = try TextCorrection(of: record, as: text)
        guard !correction.changesNothing else { return nil }
        try correction.check(providers)
        return Redoing(changes: correction.changes(store.keys), event: correction.event)
    }
}
