internal import Audio
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import Resilience
internal import VerbioService

/// A ``TranslationWork`` with what does it, what brings its audio, and the means to end both.
struct PreparedWork: Sendable {
    /// Takes the sound and the orders of live speech; nil for other work.
    let live: LiveSession?
    /// Takes several languages in turn; nil for other work.
    let targetRuns: TargetRuns?
    /// The conversation that is changed; nil if one is begun.
    let changed: ConversationID?
    private let perform: @Sendable (@escaping DeliverySink) async throws -> LiveSession.Outcome
    private let control: RunControl
    private let pipe: BytePipe
    /// The audio of the request; nil if the work has none.
    private let body: BodyFeed?

    /// - Parameter allowance: what the work may use; nil if there are no limits.
    init(
        _ work: TranslationWork, service: any ConversationService, within allowance: (any Allowance)?,
        on server: TranslationRun.Server
    ) {
        let (control, pipe) = (RunControl(allowance: allowance), BytePipe(capacity: 256 << 10))
        (self.control, self.pipe) = (control, pipe)
        var (live, targetRuns, body): (LiveSession?, TargetRuns?, BodyFeed?) = (nil, nil, nil)
        var changed: ConversationID?
        switch work {
        case .translation(let request, let bytes):
            body = BodyFeed(bytes, into: pipe, within: server.configuration, time: server.time)
            perform = { try await service.translate(request, audio: pipe, control: control, deliver: $0) }
        case .written(let request, let text):
            perform = { try await service.translate(request, text: text, control: control, deliver: $0) }
        case .targets(let targets, let input):
            let runs = TargetRuns(targets, input, service: service, within: allowance, on: server)
            targetRuns = runs
            perform = { try await runs.run($0) }
        case .live(let request):
            let session = service.live(request, control: control)
            live = session
            perform = { try await session.run($0) }
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
        (self.live, self.targetRuns, self.changed, self.body) = (live, targetRuns, changed, body)
    }

    /// Does the work, and delivers its results to the sink.
    func run(_ deliver: @escaping DeliverySink) async throws -> TranslationRun.Outcome {
        let (conversation, finished) = try await perform(deliver)
        return TranslationRun.Outcome(conversation: conversation, finished: finished)
    }

    /// Brings the audio of the request to the work.
    ///
    /// - Returns: why the audio is refused; nil at its end, if the work wants no more, and if it has none.
    func readBody() async -> Refusal? { await body?.run() }

    /// Finishes what is in flight, and reads no more audio.
    func cutShort() {
        control.cutShort()
        targetRuns?.end(isAlone: false)
    }

    /// Finishes what is in flight without a retry of failed calls. The audio ends as truncated.
    func listenerLeft() {
        control.listenerLeft()
        targetRuns?.end(isAlone: true)
        endSound(Refusal.truncated.problem)
    }

    /// Ends the audio.
    ///
    /// - Parameter problem: why it ends early; nil if it does not.
    func endSound(_ problem: Problem? = nil) {
        pipe.finish(problem)
        live?.cutOff(problem)
    }
}
