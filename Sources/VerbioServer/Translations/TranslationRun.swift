internal import Access
internal import Audio
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import Providers
internal import VerbioService

/// One translation: it takes the bytes of a request and gives events, and ends properly whichever side leaves first.
///
/// It runs as a child of ``TranslationPool`` and not of its request. The route returns with the status when the first event is
/// known, and the events after it are written later. ``PreparedWork`` does the work, and ``TranslationAnswers`` carries its results.
final class TranslationRun: Sendable {
    /// The result of the run.
    struct Outcome: Sendable {
        var conversation: Conversation
        var finished: Event.ConversationFinished
    }

    /// What all translations of a server share.
    struct Server: Sendable {
        var configuration: ServerConfiguration
        var metrics: ServiceMetrics
        var time: TimeSource
    }

    private struct State {
        var outcome: Outcome?
        /// Why the audio ended early.
        var refusal: Refusal?
        var isStopping = false
    }

    /// That the work belongs to.
    let scope: Scope
    /// For the listener, which takes them one after the other.
    let answers: TranslationAnswers
    private let work: PreparedWork
    private let permit: UsePermit?
    /// Whether the work is done completely even if its listener leaves.
    private let outlivesListener: Bool
    private let server: Server
    private let state = Locked(State())

    /// - Parameters:
    ///   - spoken: the form in which speech is among the answers; nil to leave it out.
    ///   - permit: what the work may use; nil if there are no limits. It is ended with the work.
    ///   - begun: if it is not nil, the work is completed even if its listener leaves.
    init(
        _ work: TranslationWork, spoken: PieceEncoding?, service: any ConversationService, permit: UsePermit?,
        begun: TranslationAnswers.Begun?, on server: Server
    ) {
        scope = service.store.scope
        self.work = PreparedWork(work, service: service, within: permit, on: server)
        answers = TranslationAnswers(of: self.work.changed, spoken: spoken, begun: begun)
        // If it is not a change, all of its body is here when `begun` is given.
        outlivesListener = begun != nil || self.work.changed != nil
        self.permit = permit
        self.server = server
    }

    /// The conversation that is worked on, if it is known.
    var conversation: ConversationID? { answers.conversation }

    /// Whether it is of live speech.
    var isLive: Bool { work.live != nil }

    /// One translation for each of several languages; nil for other work.
    var targetRuns: TargetRuns? { work.targetRuns }

    /// The result; nil until ``answers`` has ended without an error.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    // MARK: The run

    /// Does the work, and ends the answers and the permit with it.
    func run() async {
        do {
            let outcome = try await interpret()
            if let refusal = state.withLock({ $0.refusal }) { throw refusal }
            // A limit that was reached matters only if no other engine completed the work.
            if outcome.finished.state != .complete, let reached = permit?.reached { throw reached }
            state.withLock { $0.outcome = outcome }
            server.metrics.ended(outcome.finished.state.rawValue)
            answers.finish()
        } catch {
            server.metrics.ended("failed")
            answers.finish(throwing: refusal(for: error))
        }
        await permit?.end()
    }

    private func interpret() async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome?.self) { group in
            group.addTask {
                if let refusal = await self.work.readBody() { self.end(with: refusal) }
                return nil
            }
            group.addTask { try await self.done() }
            group.addTask {
                await self.answers.keepAlive(every: self.server.configuration.keepAlive, time: self.server.time)
                return nil
            }
            // The body may last longer than the run, so it is cancelled at the end.
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let outcome = result { return outcome }
            }
            throw CancellationError()
        }
    }

    private func done() async throws -> Outcome {
        let (answers, metrics) = (answers, server.metrics)
        return try await CallWatch.$current.withValue(metrics.watch) {
            try await work.run { item in
                if case .measured(let measured) = item { metrics.record(measured) }
                try await answers.deliver(item)
            }
        }
    }

    /// Ends the audio with a refusal that replaces the answer to the request.
    private func end(with refusal: Refusal) {
        state.withLock { $0.refusal = refusal }
        // First, because the reader would take the end of the bytes for the end of the recording.
        work.cutShort()
        work.endSound(refusal.problem)
    }

    /// The error with what is known about its circumstances.
    private func refusal(for error: any Error) -> Refusal {
        let conversation = conversation
        let (known, isStopping) = state.withLock { ($0.refusal, $0.isStopping) }
        var refusal = known ?? (isStopping && conversation == nil ? .stopping : Refusal(error))
        refusal.conversation = conversation
        return refusal
    }

    // MARK: Its end from outside

    /// Stops the work for a shutdown: what is in flight is finished and delivered, and no more audio is read.
    func stop() {
        state.withLock { $0.isStopping = true }
        let hasBegun = conversation != nil
        work.cutShort()
        // Before the conversation has begun, the run waits for audio that shows its format.
        if !hasBegun { work.endSound() }
    }

    /// Records that the listener has left.
    ///
    /// What is in flight is still finished and stored, but no failed call is retried. A correction is done completely.
    func listenerLeft() {
        answers.listenerLeft()
        if !outlivesListener { work.listenerLeft() }
    }

    /// Ends the answers of a translation that will not run.
    func abandon() { answers.finish(throwing: CancellationError()) }

    /// Replaces the limits of the principal.
    func limit(to limits: AccessLimits) { permit?.limit(to: limits) }

    // MARK: Live speech

    /// Gives the next bytes of live speech. While the run has no room for them, the caller waits.
    ///
    /// - Throws: `BytePipeClosed` if the run takes no more, or is not of live speech.
    func feed(_ bytes: [UInt8]) async throws {
        guard let live = work.live else { throw BytePipeClosed() }
        try await live.feed(bytes)
    }

    /// Whether the client of live speech has paused it.
    var isPaused: Bool { work.live?.control.isPaused ?? false }

    /// Carries out an order of the client of live speech.
    ///
    /// - Throws: `Problem` of kind `usage` if it cannot be carried out.
    func perform(_ order: LiveSession.Order) throws(Problem) { try work.live?.perform(order) }

    /// Corrects an utterance of live speech that runs.
    ///
    /// - Returns: its new events; nil if the run takes no corrections.
    /// - Throws: `Problem` if the correction cannot be made, `CancellationError` if the run ends before.
    func perform(_ correction: CorrectionQueue.Correction) async throws -> [Event]? {
        do {
            return try await work.live?.perform(correction)
        } catch is CorrectionQueue.Closed {
            return nil
        }
    }
}
