internal import Audio
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import Providers
internal import Resilience
internal import VerbioService

/// The parts of the server that all work shares.
struct WorkServer: Sendable {
    var configuration: ServerConfiguration
    var metrics: ServiceMetrics
    var time: TimeSource
    /// Begins the traces of work without a request; nil if nothing is traced.
    var tracer: Tracer?
}

/// The work on one conversation, and the means to end it. A request, a live session and a part of a job are each done by it.
///
/// It brings the audio of the request, counts what was done, and knows whether it was ended early. Its results go to an
/// ``AnswerSink``.
final class RunningWork: Sendable {
    /// The result of the work.
    struct Outcome: Sendable {
        var conversation: Conversation
        var finished: Event.ConversationFinished
        /// Why the work ended early, in a clause, if providers were down for long.
        var outage: String?
    }

    private struct State {
        var conversation: ConversationID?
        /// Whether an event of the conversation was delivered, or a stored one is changed.
        var hasBegun = false
        /// Why the audio ended early.
        var refusal: Refusal?
        var isStopping = false
    }

    /// The maximum number of bytes of audio that wait.
    private static let capacity = 256 << 10

    /// Takes the sound and the orders of live speech; nil for other work.
    let live: LiveRun?
    /// The conversation that is changed; nil if one is begun.
    let changed: ConversationID?
    private let perform: @Sendable (@escaping DeliverySink) async throws -> LiveRun.Outcome
    private let control: RunControl
    private let pipe: BytePipe
    /// The audio of the request; nil if the work has none.
    private let body: BodyFeed?
    private let metrics: ServiceMetrics
    /// Begins the span of the work; nil if nothing is traced.
    private let begin: @Sendable () -> TraceSpan?
    private let state: Locked<State>

    /// - Parameter allowance: what the work may use; nil if there are no limits.
    init(
        _ work: Work, service: any ConversationService, within allowance: (any Allowance)?, on server: WorkServer
    ) {
        let (control, pipe) = (RunControl(allowance: allowance), BytePipe(capacity: Self.capacity))
        (self.control, self.pipe) = (control, pipe)
        metrics = server.metrics
        // The work runs in another task than the request that it is a part of.
        begin = { [name = work.name, request = TraceSpan.current, tracer = server.tracer] in
            request?.child(name, .work) ?? tracer?.begin(name, .work)
        }
        var (live, body, changed): (LiveRun?, BodyFeed?, ConversationID?) = (nil, nil, nil)
        switch work {
        case .translation(let request, let bytes):
            body = BodyFeed(bytes, into: pipe, within: server.configuration, time: server.time)
            perform = { try await service.translate(request, audio: pipe, control: control, deliver: $0) }
        case .written(let request, let text):
            perform = { try await service.translate(request, text: text, control: control, deliver: $0) }
        case .upload(let request, let upload):
            perform = { try await service.translate(request, upload: upload, control: control, deliver: $0) }
        case .live(let request):
            let run = service.live(request, control: control)
            live = run
            perform = { try await run.run($0) }
        case .correction(let request):
            changed = request.conversation.id
            perform = { try await service.correct(request, control: control, deliver: $0) }
        case .rewriting(let request):
            changed = request.conversation.id
            perform = { try await service.rewrite(request, control: control, deliver: $0) }
        case .rest(let conversation):
            changed = conversation.id
            perform = { try await service.resume(conversation, control: control, deliver: $0) }
        }
        (self.live, self.body, self.changed) = (live, body, changed)
        state = Locked(State(conversation: changed ?? live?.request.continues, hasBegun: changed != nil))
    }

    /// The conversation that is worked on, if it is known.
    var conversation: ConversationID? { state.withLock { $0.conversation } }

    // MARK: The run

    /// Does the work to its end.
    ///
    /// - Throws: ``Refusal`` if the audio is refused, or if the server is stopped before the conversation has begun; otherwise what
    ///   the service and the sink throw.
    func run(into sink: any AnswerSink) async throws -> Outcome {
        let span = begin()
        do {
            let (conversation, finished) = try await TraceSpan.running(span) {
                try await CallWatch.$current.withValue(metrics.watch) { try await interpret(into: sink) }
            }
            if let refusal = state.withLock({ $0.refusal }) { throw refusal }
            metrics.ended(finished.state.rawValue)
            end(span, finished.state.rawValue)
            return Outcome(conversation: conversation, finished: finished, outage: control.outage)
        } catch {
            metrics.ended("failed")
            let (refusal, isStopping, hasBegun) = state.withLock { ($0.refusal, $0.isStopping, $0.hasBegun) }
            let reason = refusal ?? (isStopping && !hasBegun ? Refusal.stopping : error)
            if reason is CancellationError {
                end(span, "cancelled")
            } else {
                end(span, "failed", failure: Refusal(reason).problem.code)
            }
            throw reason
        }
    }

    private func end(_ span: TraceSpan?, _ outcome: String, failure: String? = nil) {
        guard let span else { return }
        if let conversation { span.note("verbio.conversation", conversation.rawValue) }
        span.note("verbio.outcome", outcome)
        span.end(failure: failure)
    }

    private func interpret(into sink: any AnswerSink) async throws -> LiveRun.Outcome {
        guard let body else { return try await perform { try await self.deliver($0, to: sink) } }
        return try await withThrowingTaskGroup(of: LiveRun.Outcome?.self) { group in
            group.addTask {
                if let refusal = await body.run() { self.end(with: refusal) }
                return nil
            }
            group.addTask { try await self.perform { try await self.deliver($0, to: sink) } }
            // The body may last longer than the work, so it is cancelled at the end.
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let outcome = result { return outcome }
            }
            throw CancellationError()
        }
    }

    private func deliver(_ item: Delivered, to sink: any AnswerSink) async throws {
        switch item {
        case .measured(let measured): metrics.record(measured)
        case .event(let event): state.withLock { ($0.conversation, $0.hasBegun) = (event.conversation, true) }
        default: break
        }
        try await sink.deliver(item, in: conversation)
    }

    /// Ends the audio with a refusal that replaces the result.
    private func end(with refusal: Refusal) {
        state.withLock { $0.refusal = refusal }
        // First, because the reader would take the end of the bytes for the end of the recording.
        control.cutShort()
        endSound(refusal.problem)
    }

    private func endSound(_ problem: Problem? = nil) {
        pipe.finish(problem)
        live?.cutOff(problem)
    }

    // MARK: Its end from outside

    /// Whether another server goes on with the conversation.
    var isHandedOver: Bool { control.isHandedOver }

    /// Stops the work for a shutdown: what is in flight is finished and delivered, and no more audio is read. Live speech whose client
    /// can move is left to another server.
    func stop() {
        let hasBegun = state.withLock { state in
            state.isStopping = true
            return state.hasBegun
        }
        if live?.request.handsOver == true { control.handOver() } else { control.cutShort() }
        // Before the conversation has begun, the work waits for audio that shows its format.
        if !hasBegun { endSound() }
    }

    /// Finishes what is in flight without a retry of failed calls, because its client has left. The audio ends as truncated.
    func leave() {
        control.listenerLeft()
        endSound(Refusal.truncated.problem)
    }
}
