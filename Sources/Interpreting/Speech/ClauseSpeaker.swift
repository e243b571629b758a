internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Speaks the clauses of one utterance as they become certain, a few at a time.
///
/// Each clause is a separate call, with its own attempt, limits, retries and part of the budget. Its answer is durable before the
/// next clause but one begins. So a killed run repeats only the calls in flight, and a resumed run takes finished clauses from
/// the store. In the end, the utterance has one speech, the joined audio of its clauses.
///
/// The synthesizer of the first clause speaks all clauses. If it fails at a later clause of which nothing was heard, the next
/// synthesizer speaks that clause and those after it. A change of voice is better than silence. Finished clauses keep their
/// voice, in a resumed run, too, so that they are not paid for again. There the last synthesizer continues.
struct ClauseSpeaker: Sendable {
    /// Clauses spoken at once: while one is heard the next is made. More would pay for clauses that may not be needed.
    static let clausesAtOnce = 2

    private struct State {
        var spoken: [Int: SpokenClause] = [:]
        /// The index of the current synthesizer, once there is some audio.
        var providerIndex: Int?
        var failure: (any Error)?
    }

    /// A finished clause.
    private struct SpokenClause {
        var speech: StoredSpeech
        var providerIndex: Int
    }

    let queue: ClauseQueue
    private let speechCalls: SpeechCalls
    private let tag: LanguageTag
    private let work: UtteranceWork
    private let output: OrderedSpeech
    private let state: Locked<State>
    /// Has an element once a synthesizer has been chosen.
    private let choice = BoundedChannel<Void>(capacity: 1)

    /// - Parameter output: the destination of the audio.
    init(_ speechCalls: SpeechCalls, tag: LanguageTag, output: OrderedSpeech, _ work: UtteranceWork) {
        self.speechCalls = speechCalls
        self.tag = tag
        self.output = output
        self.work = work
        queue = ClauseQueue(language: tag.code)
        // If there is only one synthesizer, no clause needs to wait for the first one.
        state = Locked(State(providerIndex: speechCalls.synthesizers.links.count == 1 ? 0 : nil))
    }

    /// Speaks until the queue ends. A call that was begun is completed, whatever happens to the others: it is paid for.
    ///
    /// - Throws: the first failure of a clause; an error that ends the whole conversation takes precedence over a provider's.
    func run() async throws {
        // No sender may wait for room in the queue any more.
        defer { queue.clauses.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            var running = 0
            var hasFirst = false
            while let clause = try await queue.clauses.next() {
                if running == Self.clausesAtOnce {
                    try await group.next()
                    running -= 1
                }
                if hasFirst, state.withLock({ $0.providerIndex }) == nil, !hasFailed { _ = try await choice.next() }
                guard queue.isWanted(clause), !hasFailed else {
                    try await output.end(clause.index)
                    continue
                }
                hasFirst = true
                let isFinished = await findFormerSpeaker(of: clause)
                running += 1
                group.addImmediateTask { await speak(clause, isFinished: isFinished) }
            }
            try await group.waitForAll()
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private var hasFailed: Bool { state.withLock { $0.failure != nil } }

    private func fail(_ error: any Error) {
        state.withLock { state in
            if state.failure == nil || state.failure is ProviderError { state.failure = error }
        }
        choice.finish()
    }

    private func task(_ clause: Clause) -> SpeechTask { SpeechTask(clause: clause, tag: tag) }

    private var synthesizers: ProviderChain<any SpeechSynthesizer> { speechCalls.synthesizers }

    /// Chooses the synthesizer that spoke the clause in an earlier run, if any, from here on.
    ///
    /// - Returns: whether there is one.
    private func findFormerSpeaker(of clause: Clause) async -> Bool {
        do {
            let first = state.withLock { $0.providerIndex } ?? 0
            guard let index = try await speechCalls.formerSpeaker(of: task(clause), from: first, work) else {
                return false
            }
            choose(index)
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// - Parameter isFinished: whether the current synthesizer has spoken it before.
    private func speak(_ clause: Clause, isFinished: Bool) async {
        guard !hasFailed else { return }
        do {
            let spoken = try await spoken(clause, isFinished: isFinished)
            state.withLock { $0.spoken[clause.index] = spoken }
            // Durable before the call waits for the output. With it, the call releases its slot.
            try await work.journal.flush()
            try await output.end(clause.index)
        } catch {
            fail(error)
        }
    }

    /// The clause, spoken by the current synthesizer, or by the next one that can.
    private func spoken(_ clause: Clause, isFinished: Bool) async throws -> SpokenClause {
        // Once some of it was heard, no other synthesizer speaks it again.
        let mark = DeliveryMark()
        return try await speechCalls.calls.firstAnswer(
            of: synthesizers, .synthesis, from: state.withLock { $0.providerIndex }, isFinished: isFinished,
            unless: mark
        ) { call in
            let index = call.index
            // If the current synthesizer has failed, it need not be asked for later clauses.
            state.withLock { $0.providerIndex = $0.providerIndex.map { max($0, index) } }
            let isPassedOn = Locked(false)
            do {
                let speech = try await speechCalls.speech(of: task(clause), by: call, output, work) {
                    isPassedOn.withLock { $0 = true }
                    choose(index)
                }
                return SpokenClause(speech: speech, providerIndex: index)
            } catch let error as ProviderError {
                if isPassedOn.withLock({ $0 }), !output.takeBack(clause.index) { mark.set() }
                throw error
            }
        }
    }

    /// Makes this synthesizer the current one, unless a later one is.
    private func choose(_ index: Int) {
        state.withLock { $0.providerIndex = max($0.providerIndex ?? 0, index) }
        _ = choice.trySend(())
    }

    /// Joins the clauses, all of them spoken, to the utterance's speech.
    func join(_ clauses: [Clause]) async throws -> SpokenAudio {
        let (spoken, index) = state.withLock { ($0.spoken, $0.providerIndex ?? 0) }
        let parts = clauses.compactMap { spoken[$0.index] }
        guard let first = parts.first, parts.count == clauses.count else {
            throw ProviderError(
                .unusable, stage: .synthesis, provider: synthesizers.links[index].provider.descriptor.name,
                "no audio was returned for the text")
        }
        let speeches = parts.map(\.speech)
        let indices = parts.map(\.providerIndex).inOrder
        let samples = speeches.count == 1 ? first.speech.samples : speeches.flatMap(\.samples)
        let whole = SpokenAudio(
            blob: try await speechCalls.calls.store.put(PCM16.littleEndianBytes(samples)),
            voice: SpokenBy.all(indices.count == 1 ? [first.speech.speech.voice] : speeches.map(\.speech.voice)),
            sampleRate: output.sampleRate ?? first.speech.speech.sampleRate, sampleCount: samples.count,
            usage: speeches.map(\.speech.usage).reduce(Usage()) { $0.adding($1) })
        let speakers = indices.map { synthesizers.links[$0].provider.descriptor }
        if var timing = StageTiming(ofParts: speeches.map(\.timing), inTurn: false) {
            timing.provider = SpokenBy.all(speakers.map(\.name))
            timing.model = SpokenBy.all(speakers.map(\.model))
            let key = indices.count == 1 ? key(of: clauses, by: indices[0]) : key(of: speeches, by: speakers)
            work.journal.conclude(.answered(work.utterance.id, key, .speech(whole), timing))
        }
        return whole
    }

    private func key(of clauses: [Clause], by index: Int) -> ContentKey {
        let synthesizer = synthesizers.links[index].provider
        let voice = speechCalls.voice(of: synthesizer, at: index, for: tag.code, work)
        return speechCalls.calls.store.keys.synthesis(
            clauses: clauses.map(\.text), language: tag,
            voice: voice ?? synthesizer.capabilities.configuredVoice(for: tag), provider: synthesizer.descriptor)
    }

    /// The key of a speech by several synthesizers is not that of any one of them: it depends on each clause's key and
    /// synthesizer.
    private func key(
        of speeches: [StoredSpeech], by speakers: [ProviderDescriptor]
    ) -> ContentKey {
        speechCalls.calls.store.keys.synthesis(
            clauses: speeches.map(\.key.rawValue), language: tag, voice: nil,
            provider: ProviderDescriptor(
                name: SpokenBy.all(speakers.map(\.name)), model: SpokenBy.all(speakers.map(\.model))))
    }
}

/// Names of the synthesizers that spoke an utterance's clauses, in the order in which they spoke: `first+second`.
enum SpokenBy {
    static func all(_ names: [String]) -> String { names.inOrder.joined(separator: "+") }

    /// Whether the first of the names, or the only one, is this one.
    static func begins(_ names: String, with name: String) -> Bool { names == name || names.hasPrefix(name + "+") }

    /// Whether the first synthesizer, or the only one, was this one.
    static func begins(_ timing: StageTiming?, with speaker: ProviderDescriptor) -> Bool {
        guard let provider = timing?.provider, let model = timing?.model else { return false }
        return begins(provider, with: speaker.name) && begins(model, with: speaker.model)
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, at its first place.
    fileprivate var inOrder: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
