internal import Access
internal import Conversations
internal import Interpreting
internal import Plumbing
internal import VerbioService

/// The work that a client waits for: one conversation, or one for each of several languages, one after the other. It ends properly
/// whichever side leaves first.
///
/// It runs as a child of ``WorkPool`` and not of its request. The route returns with the status when the first event is known,
/// and the events after it are written later. The later conversations reuse the recognitions of the first one.
final class ServedWork: AnswerSink {
    /// Takes the conversation as soon as it has begun.
    typealias Begun = @Sendable (ConversationID) async throws -> Void

    /// How the work for one language has ended.
    struct Result: Sendable {
        /// The language as the request names it.
        var name: String
        var outcome: RunningWork.Outcome?
        /// Why there is no outcome.
        var refusal: Refusal?
    }

    private struct State {
        var results: [Result] = []
        var outcome: RunningWork.Outcome?
        /// The place of the part that runs.
        var current = 0
        var hasBegun = false
        var isStopping = false
        /// Why what is left is not begun.
        var ending: Refusal?
    }

    /// That the work belongs to.
    let scope: Scope
    private let parts: [(name: String, work: RunningWork)]
    private let listener: any WorkListener
    private let permit: UsePermit?
    private let begun: Begun?
    private let state = Locked(State())

    /// - Parameters:
    ///   - parts: at least one.
    ///   - permit: what the work may use; nil if there are no limits. It is ended with the work.
    ///   - begun: if it is not nil, the work is completed even if its listener leaves.
    init(
        _ parts: [WorkPart], for listener: any WorkListener, service: any ConversationService, permit: UsePermit?,
        begun: Begun? = nil, on server: WorkServer
    ) {
        scope = service.store.scope
        self.parts = parts.map { ($0.name, RunningWork($0.work, service: service, within: permit, on: server)) }
        (self.listener, self.permit, self.begun) = (listener, permit, begun)
    }

    private var current: RunningWork { parts[state.withLock { $0.current }].work }

    /// The conversation that is worked on, if it is known.
    var conversation: ConversationID? { current.conversation }

    /// Takes the sound and the orders of live speech; nil for other work.
    var live: LiveRun? { parts[0].work.live }

    /// Whether there is a conversation for each of several languages.
    var hasSeveral: Bool { parts.count > 1 }

    /// One for each language, in their order, once it has run.
    var results: [Result] { state.withLock { $0.results } }

    /// The result; nil until the listener was told of an end without an error. Of several languages, that of the first one that has
    /// a result.
    var outcome: RunningWork.Outcome? { state.withLock { $0.outcome } }

    // MARK: The run

    /// Does the work, and ends the answers and the permit with it.
    func run() async {
        var failure: Refusal?
        do {
            let outcome = try await accompanied()
            // A limit that was reached matters only if no other engine completed the work.
            if outcome.finished.state != .complete, let reached = permit?.reached { throw reached }
            state.withLock { $0.outcome = outcome }
        } catch {
            failure = Refusal(error)
            failure?.conversation = conversation
        }
        await listener.finish(failure, ending)
        await permit?.end()
    }

    private var ending: WorkEnding {
        if current.isHandedOver { return .handedOver }
        return state.withLock { $0.isStopping } ? .byStop : .byItself
    }

    private func accompanied() async throws -> RunningWork.Outcome {
        try await withThrowingTaskGroup(of: RunningWork.Outcome?.self) { group in
            group.addTask {
                await self.listener.accompany()
                return nil
            }
            group.addTask { try await self.performParts() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let outcome = result { return outcome }
            }
            throw CancellationError()
        }
    }

    private func performParts() async throws -> RunningWork.Outcome {
        for (place, part) in parts.enumerated() {
            let ending = state.withLock { state in
                state.current = place
                return state.ending
            }
            // The only conversation is begun even then, because the server's stop ends it in its own way.
            if hasSeveral, let ending {
                add(Result(name: part.name, refusal: ending))
                continue
            }
            do {
                add(Result(name: part.name, outcome: try await part.work.run(into: self)))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                add(Result(name: part.name, refusal: Refusal(error)))
            }
        }
        guard let first = results.lazy.compactMap(\.outcome).first else {
            throw results.first?.refusal ?? Refusal.truncated
        }
        return first
    }

    private func add(_ result: Result) { state.withLock { $0.results.append(result) } }

    func deliver(_ item: Delivered, in conversation: ConversationID?) async throws {
        if case .event(let event) = item {
            let isFirst = state.withLock { state in
                defer { state.hasBegun = true }
                return !state.hasBegun
            }
            if isFirst { try await begun?(event.conversation) }
        }
        try await listener.deliver(item, in: conversation)
    }

    // MARK: Its end from outside

    /// Stops the work for a shutdown: what is in flight is finished and delivered, and nothing more is begun.
    func stop() {
        let current = state.withLock { state in
            state.isStopping = true
            state.ending = .stopping
            return state.current
        }
        parts[current].work.stop()
    }

    /// Records that the listener has left.
    ///
    /// What is in flight is still finished and stored, but no failed call is retried. A change of a stored conversation is done
    /// completely.
    func listenerLeft() {
        listener.leave()
        // If it is not a change, all of its body is here when `begun` is given.
        guard begun == nil, current.changed == nil else { return }
        let current = state.withLock { state in
            state.ending = .truncated
            return state.current
        }
        parts[current].work.leave()
    }

    /// Ends the answers of work that will not run.
    func abandon() async { await listener.finish(CancellationError(), .byStop) }

    /// Replaces the limits of the principal.
    func limit(to limits: AccessLimits) { permit?.limit(to: limits) }
}
