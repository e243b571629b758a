internal import Access
internal import Audio
internal import Conversations
internal import Hummingbird
internal import Interpreting
internal import Plumbing
internal import Providers
internal import VerbioService

/// One translation: it takes the bytes of a request and gives events, and ends properly whichever side leaves first.
///
/// It runs as a child of ``TranslationPool`` and not of its request. The route returns with the status when the first event is
/// known, and the events after it are written later.
final class TranslationRun: Sendable {
    enum Answer: Sendable {
        case event(Event)
        /// A piece of speech, as a file of its own.
        case audio(SpokenPiece)
        /// Words of the utterance that is being said.
        case partial(Partial, ConversationID)
        /// The utterance's text differs from the stable words of its partials.
        case revised(utterance: Int, ConversationID)
        /// How much of the sound is safe.
        case acknowledged(Acknowledgement, ConversationID)
        /// An accepted order of the client could not be carried out.
        case refused(Refusal)
        /// A sign of life after a time without events.
        case keepAlive
    }

    /// The result of the run.
    struct Outcome: Sendable {
        var conversation: Conversation
        var finished: Event.ConversationFinished
    }

    private struct State {
        var conversation: ConversationID?
        /// Whether an event has come.
        var hasBegun = false
        var outcome: Outcome?
        /// Why the audio ended early.
        var refusal: Refusal?
        /// Numbers the pieces of the utterance that is being spoken.
        var pieces = SpokenPieces()
        var isListenerGone = false
        var isStopping = false
    }

    /// The events in order; finished with the run, and with the run's error.
    ///
    /// If the listener takes no events, the run waits, and so does the client that sends (backpressure).
    let answers = BoundedChannel<Answer>(capacity: 16)

    /// The kinds of work.
    enum Work: Sendable {
        case translation(ConversationRequest, RequestBody)
        /// A text, each line of which is an utterance.
        case written(ConversationRequest, String)
        /// A recording or a text for several languages.
        case targets([(name: String, request: ConversationRequest)], TargetRuns.Input)
        /// Live speech, whose bytes are given with ``TranslationRun/feed(_:)``.
        case live(ConversationRequest)
        case correction(CorrectionRequest)
        case rewriting(RewritingRequest)

        var isLive: Bool { if case .live = self { true } else { false } }

        /// The voices that its request names.
        var voices: [String] {
            switch self {
            case .translation(let request, _), .written(let request, _), .live(let request): request.namedVoices
            case .targets(let targets, _): targets.first?.request.namedVoices ?? []
            case .correction, .rewriting: []
            }
        }
    }

    /// What all translations of a server share.
    struct Server: Sendable {
        var configuration: ServerConfiguration
        var metrics: ServiceMetrics
        var time: TimeSource
    }

    typealias Begun = @Sendable (ConversationID) async throws -> Void

    /// Does the work, and delivers to the sink that it is given.
    private typealias Job = @Sendable (@escaping DeliverySink) async throws -> LiveSession.Outcome

    private let job: Job
    /// Whether the work is done completely even if its listener leaves.
    private let isChange: Bool
    /// The form in which speech is delivered; nil if it is not.
    private let spoken: PieceEncoding?
    private let permit: UsePermit?
    /// Takes the conversation as soon as it has begun. If it is not nil, the work is completed even if the listener leaves.
    private let begun: Begun?
    private let control: RunControl
    /// Takes the sound and the orders of live speech; nil for other work.
    private let live: LiveSession?
    /// Takes several languages in turn; nil for other work.
    let targetRuns: TargetRuns?
    private let pipe: BytePipe
    /// The audio; nil if the work has none.
    private let body: BodyFeed?
    private let keepAlive: Duration
    private let metrics: ServiceMetrics
    private let time: TimeSource
    private let state: Locked<State>

    init(
        _ work: Work, spoken: PieceEncoding?, service: any ConversationService, permit: UsePermit?,
        begun: Begun?, on server: Server
    ) {
        let configuration = server.configuration
        self.begun = begun
        self.spoken = spoken
        self.permit = permit
        let (control, pipe) = (RunControl(allowance: permit), BytePipe(capacity: 256 << 10))
        (self.control, self.pipe) = (control, pipe)
        metrics = server.metrics
        time = server.time
        keepAlive = configuration.keepAlive
        var (live, body): (LiveSession?, BodyFeed?) = (nil, nil)
        var changed: ConversationID?
        var targetRuns: TargetRuns?
        switch work {
        case .translation(let request, let bytes):
            body = BodyFeed(
                body: bytes, pipe: pipe, maximumBytes: configuration.maximumBodyBytes,
                patience: configuration.patience, time: server.time)
            job = { try await service.translate(request, audio: pipe, control: control, deliver: $0) }
        case .written(let request, let text):
            job = { try await service.translate(request, text: text, control: control, deliver: $0) }
        case .targets(let targets, let input):
            let runs = TargetRuns(targets, input, service: service, within: permit, on: server)
            targetRuns = runs
            job = { try await runs.run($0) }
        case .live(let request):
            let session = service.live(request, control: control)
            live = session
            job = { try await session.run($0) }
        case .correction(let request):
            changed = request.conversation.id
            job = { try await service.correct(request, control: control, deliver: $0) }
        case .rewriting(let request):
            changed = request.conversation.id
            job = { try await service.rewrite(request, control: control, deliver: $0) }
        }
        (self.live, self.body, self.targetRuns) = (live, body, targetRuns)
        isChange = changed != nil
        state = Locked(State(conversation: changed))
    }

    /// The conversation that is worked on, if it is known.
    var conversation: ConversationID? { state.withLock { $0.conversation } }

    /// Whether it is of live speech.
    var isLive: Bool { live != nil }

    /// The result; nil until ``answers`` has ended without an error.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    // MARK: From outside

    /// Stops the work for a shutdown: what is in flight is finished and delivered, and no more audio is read.
    func stop() {
        let hasBegun = state.withLock { state in
            state.isStopping = true
            return state.conversation != nil
        }
        control.cutShort()
        targetRuns?.end(isAlone: false)
        // Before the conversation has begun, the run waits for audio that shows its format.
        if !hasBegun { endSound() }
    }

    /// Records that the listener has left.
    ///
    /// What is in flight is still finished and stored, but no failed call is retried. A correction is done completely.
    func listenerLeft() {
        state.withLock { $0.isListenerGone = true }
        answers.finish()
        // All of its body is here.
        if begun != nil || isChange { return }
        control.listenerLeft()
        targetRuns?.end(isAlone: true)
        endSound(Refusal.truncated.problem)
    }

    /// Gives the next bytes of live speech. While the run has no room for them, the caller waits.
    ///
    /// - Throws: `BytePipeClosed` if the run takes no more, or is not of live speech.
    func feed(_ bytes: [UInt8]) async throws {
        guard let live else { throw BytePipeClosed() }
        try await live.feed(bytes)
    }

    /// Replaces the limits of the principal.
    func limit(to limits: AccessLimits) { permit?.limit(to: limits) }

    /// Carries out an order of the client of live speech.
    ///
    /// - Throws: `Problem` of kind `usage` if it cannot be carried out.
    func obey(_ order: LiveSession.Order) throws(Problem) { try live?.obey(order) }

    /// Corrects an utterance of live speech that runs.
    ///
    /// - Returns: its new events; nil if the run takes no corrections.
    /// - Throws: `Problem` if the correction cannot be made, `CancellationError` if the run ends before.
    func perform(_ correction: CorrectionQueue.Correction) async throws -> [Event]? {
        do {
            return try await live?.perform(correction)
        } catch is CorrectionQueue.Closed {
            return nil
        }
    }

    private func endSound(_ problem: Problem? = nil) {
        pipe.finish(problem)
        live?.cutOff(problem)
    }

    /// Ends the answers of a translation that will not run.
    func abandon() { answers.finish(throwing: CancellationError()) }

    // MARK: The run

    func run() async {
        await carryOut()
        await permit?.end()
    }

    private func carryOut() async {
        do {
            let outcome = try await interpret()
            if let refusal = state.withLock({ $0.refusal }) { throw refusal }
            // A limit that was reached matters only if no other engine completed the work.
            if outcome.finished.state != .complete, let reached = permit?.reached { throw reached }
            state.withLock { $0.outcome = outcome }
            metrics.ended(outcome.finished.state.rawValue)
            answers.finish()
        } catch {
            metrics.ended("failed")
            answers.finish(throwing: refusal(for: error))
        }
    }

    private func interpret() async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome?.self) { group in
            if let body {
                group.addTask {
                    if let refusal = await body.run() { self.end(with: refusal) }
                    return nil
                }
            }
            group.addTask { try await self.done() }
            group.addTask {
                try? await self.signal()
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
        let (conversation, finished) = try await CallWatch.$current.withValue(metrics.watch) {
            try await job { try await self.deliver($0) }
        }
        return Outcome(conversation: conversation, finished: finished)
    }

    private func signal() async throws {
        while true {
            try await time.sleep(keepAlive)
            try await answers.send(.keepAlive)
        }
    }

    /// Ends the audio with a refusal that replaces the answer to the request.
    private func end(with refusal: Refusal) {
        state.withLock { $0.refusal = refusal }
        // First, because the reader would take the end of the bytes for the end of the recording.
        control.cutShort()
        endSound(refusal.problem)
    }

    private func deliver(_ item: Delivered) async throws {
        switch item {
        case .measured(let measured): metrics.record(measured)
        case .hypothesis: break
        case .partial(let partial):
            guard let conversation, !state.withLock({ $0.isListenerGone }) else { return }
            // A client that is behind misses partials, and nothing else.
            _ = answers.trySend(.partial(partial, conversation))
        case .acknowledged(let acknowledged):
            guard let conversation, !state.withLock({ $0.isListenerGone }) else { return }
            // The next one says more.
            _ = answers.trySend(.acknowledged(acknowledged, conversation))
        case .refused(let utterance, let problem):
            try await send(.refused(Refusal(order: problem.at("utterance \(utterance)"))))
        case .revised(let utterance):
            guard let conversation else { return }
            try await send(.revised(utterance: utterance, conversation))
        case .audio(let utterance, let voice):
            guard let spoken, let conversation else { return }
            let (piece, isListenerGone) = state.withLock { state in
                (state.pieces.next(of: utterance), state.isListenerGone)
            }
            guard !isListenerGone else { return }
            try await send(.audio(SpokenPiece(piece, of: utterance, in: conversation, voice, as: spoken)))
        case .event(let event):
            let isFirst = state.withLock { state in
                if state.conversation != event.conversation { state.pieces = SpokenPieces() }
                defer { (state.conversation, state.hasBegun) = (event.conversation, true) }
                return !state.hasBegun
            }
            if isFirst { try await begun?(event.conversation) }
            try await send(.event(event))
        }
    }

    /// Sends unless the listener has left. If it leaves during the wait, that is not a failure of the conversation.
    private func send(_ answer: Answer) async throws {
        guard !state.withLock({ $0.isListenerGone }) else { return }
        do {
            try await answers.send(answer)
        } catch {
            if !state.withLock({ $0.isListenerGone }) { throw error }
        }
    }

    /// The error with what is known about its circumstances.
    private func refusal(for error: any Error) -> Refusal {
        let (known, conversation, isStopping) = state.withLock { ($0.refusal, $0.conversation, $0.isStopping) }
        var refusal = known ?? (isStopping && conversation == nil ? .stopping : Refusal(error))
        refusal.conversation = conversation
        return refusal
    }
}
