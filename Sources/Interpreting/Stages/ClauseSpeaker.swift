internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// Speaks the clauses of one utterance as they become certain, a few at a time, by one synthesizer.
///
/// Each clause is a call of its own: with its attempt, its limits, its retries, its part of the budget, and its answer stored
/// and durable before the next but one is begun. So a run that is killed repeats no more than the calls in flight, and one
/// that goes on takes what is done from the store. What the utterance is given in the end is one speech, the clauses' audio
/// joined.
///
/// Who speaks the first clause speaks all: the next one waits for it where several may stand in for each other, and once
/// something was heard a failure is final, as it is within a sentence. That holds for a run that goes on, too: who stood in
/// then goes on now, so that what was spoken is not paid for again.
struct ClauseSpeaker: Sendable {
    /// Clauses spoken at once: while one is heard the next is made, and one that nobody may want is not paid for.
    static let clausesAtOnce = 2

    private struct State {
        var spoken: [Int: UtteranceInterpreter.StoredSpeech] = [:]
        var place = 0
        var failure: (any Error)?
    }

    let interpreter: UtteranceInterpreter
    let synthesizers: ProviderChain<any SpeechSynthesizer>
    let language: LanguageCode
    let queue: ClauseQueue
    let work: UtteranceInterpreter.Work
    private let line: SpokenLine
    private let state = Locked(State())
    /// The place of the synthesizer whose audio is heard, once there is some.
    private let choice = BoundedChannel<Int>(capacity: 1)

    init(
        _ interpreter: UtteranceInterpreter, _ synthesizers: ProviderChain<any SpeechSynthesizer>,
        language: LanguageCode, work: UtteranceInterpreter.Work
    ) {
        self.interpreter = interpreter
        self.synthesizers = synthesizers
        self.language = language
        self.work = work
        queue = ClauseQueue(language: language)
        line = interpreter.line(work)
    }

    /// Speaks until the queue ends. A call that was begun is seen through, whatever became of the others: it is paid for.
    ///
    /// - Throws: the first failure of a clause; what ends the whole conversation comes before one of a provider.
    func run() async throws {
        // Nobody waits for a place in it any more.
        defer { queue.clauses.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            var running = 0
            var place = synthesizers.links.count == 1 ? 0 : nil
            var hasFirst = false
            while let clause = try await queue.clauses.next() {
                if running == Self.clausesAtOnce {
                    try await group.next()
                    running -= 1
                }
                if hasFirst, place == nil, !hasFailed { place = try await choice.next() }
                guard queue.isWanted(clause), !hasFailed else {
                    try await line.end(clause.index)
                    continue
                }
                let known = hasFirst ? place : nil
                hasFirst = true
                running += 1
                group.addImmediateTask { await speak(clause, by: known) }
            }
            try await group.waitForAll()
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private var hasFailed: Bool { state.withLock { $0.failure != nil } }

    /// - Parameter place: whose voice was heard before; nil for the first clause.
    private func speak(_ clause: Clause, by place: Int?) async {
        do {
            let speech = if let place { try await next(clause, place) } else { try await first(clause) }
            state.withLock { $0.spoken[clause.index] = speech }
            // Durable before anybody waits, and with it the call gives its place back.
            try await work.journal.flush()
            try await line.end(clause.index)
        } catch {
            state.withLock { state in
                if state.failure == nil || state.failure is ProviderError { state.failure = error }
            }
            choice.finish()
        }
    }

    private func first(_ clause: Clause) async throws -> UtteranceInterpreter.StoredSpeech {
        let task = UtteranceInterpreter.SpeechTask(clause: clause, language: language)
        if let place = try await interpreter.formerSpeaker(of: task, work) {
            choose(place)
            return try await next(clause, place)
        }
        return try await interpreter.firstAnswer(of: synthesizers, .synthesis, unless: line.delivered) {
            _, place, hedge in
            try await interpreter.speech(of: task, by: synthesizers.links[place], place, hedge, line, work) {
                choose(place)
            }
        }
    }

    private func choose(_ place: Int) {
        state.withLock { $0.place = place }
        _ = choice.trySend(place)
    }

    private func next(_ clause: Clause, _ place: Int) async throws -> UtteranceInterpreter.StoredSpeech {
        try await synthesizers.answer(by: place) { _ in
            try await interpreter.speech(
                of: .init(clause: clause, language: language, isPinned: true), by: synthesizers.links[place], place,
                .alone, line, work)
        }
    }

    /// Makes the clauses, all of them spoken, the utterance's speech.
    func join(_ clauses: [Clause]) async throws -> SpokenAudio {
        let (spoken, place) = state.withLock { ($0.spoken, $0.place) }
        let parts = clauses.compactMap { spoken[$0.index] }
        let synthesizer = synthesizers.links[place].provider
        guard let first = parts.first, parts.count == clauses.count else {
            throw ProviderError(
                .unusable, stage: .synthesis, provider: synthesizer.descriptor.name, "no audio came for the text")
        }
        let samples = parts.count == 1 ? first.samples : parts.flatMap(\.samples)
        let whole = SpokenAudio(
            blob: try await interpreter.store.put(PCM16.littleEndianBytes(samples)), voice: first.speech.voice,
            sampleRate: first.speech.sampleRate, sampleCount: samples.count,
            usage: parts.map(\.speech.usage).reduce(Usage()) { $0.adding($1) })
        let voice = interpreter.voice(of: synthesizer, at: place, for: language)
        let key = ContentKey.synthesis(
            clauses: clauses.map(\.text), language: language,
            voice: voice ?? synthesizer.capabilities.configuredVoices[language], provider: synthesizer.descriptor)
        if let timing = StageTiming(ofParts: parts.compactMap(\.timing), inTurn: false) {
            work.journal.conclude(with: .answered(work.utterance.id, key, .speech(whole), timing))
        }
        return whole
    }
}
