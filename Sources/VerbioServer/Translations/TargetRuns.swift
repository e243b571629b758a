internal import Audio
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import Resilience
internal import VerbioService

/// Translates one recording or text into several languages, one conversation after the other. The later ones reuse the
/// recognitions of the first one.
final class TargetRuns: Sendable {
    enum Input: Sendable {
        case recording(UploadedFile)
        case text(String)
    }

    /// How the work for one language has ended.
    struct Result: Sendable {
        var to: String
        var outcome: TranslationRun.Outcome?
        /// Why there is no outcome.
        var refusal: Refusal?
    }

    private struct State {
        var results: [Result] = []
        var control: RunControl?
        var pipe: BytePipe?
        /// Why what is left is not begun.
        var ending: Refusal?
    }

    private let targets: [(name: String, request: ConversationRequest)]
    private let input: Input
    private let service: any ConversationService
    private let allowance: (any Allowance)?
    private let server: TranslationRun.Server
    private let state = Locked(State())

    /// - Parameter targets: at least one.
    init(
        _ targets: [(name: String, request: ConversationRequest)], _ input: Input, service: any ConversationService,
        within allowance: (any Allowance)?, on server: TranslationRun.Server
    ) {
        self.targets = targets
        self.input = input
        self.service = service
        self.allowance = allowance
        self.server = server
    }

    /// One for each language, in their order, once it has run.
    var results: [Result] { state.withLock { $0.results } }

    /// Finishes what is in flight and begins nothing more.
    ///
    /// - Parameter isAlone: whether the client has left, so that no failed call is retried.
    func end(isAlone: Bool) {
        let (control, pipe) = state.withLock { state in
            state.ending = isAlone ? .truncated : .stopping
            return (state.control, state.pipe)
        }
        if isAlone { control?.listenerLeft() } else { control?.cutShort() }
        // A reader that waits for the format of the recording has to end, too.
        if isAlone { pipe?.finish(Refusal.truncated.problem) }
    }

    /// - Returns: the outcome of the first language that has one.
    /// - Throws: why there is none for any language.
    func run(_ deliver: @escaping DeliverySink) async throws -> LiveSession.Outcome {
        for target in targets {
            if let ending = state.withLock({ $0.ending }) {
                add(Result(to: target.name, refusal: ending))
                continue
            }
            do {
                let (conversation, finished) = try await perform(target.request, deliver)
                add(
                    Result(
                        to: target.name,
                        outcome: TranslationRun.Outcome(conversation: conversation, finished: finished)))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                add(Result(to: target.name, refusal: Refusal(error)))
            }
        }
        guard let first = results.lazy.compactMap(\.outcome).first else {
            throw results.first?.refusal ?? Refusal.truncated
        }
        return (first.conversation, first.finished)
    }

    private func add(_ result: Result) {
        state.withLock { state in
            state.results.append(result)
            (state.control, state.pipe) = (nil, nil)
        }
    }

    private func perform(
        _ request: ConversationRequest, _ deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished) {
        let control = RunControl(allowance: allowance)
        let pipe = BytePipe(capacity: 256 << 10)
        let ending = state.withLock { state in
            (state.control, state.pipe) = (control, pipe)
            return state.ending
        }
        if let ending { throw ending }
        switch input {
        case .text(let text):
            return try await service.translate(request, text: text, control: control, deliver: deliver)
        case .recording(let file):
            let feed = BodyFeed(file.body, into: pipe, within: server.configuration, time: server.time)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { if let refusal = await feed.run() { pipe.finish(refusal.problem) } }
                // The conversation may end before the recording does.
                defer { group.cancelAll() }
                return try await service.translate(request, audio: pipe, control: control, deliver: deliver)
            }
        }
    }
}
