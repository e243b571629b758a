internal import Conversations
internal import Plumbing
internal import Providers

/// The summaries of what was said before the pairs a translation is given (``SummaryBlocks``).
///
/// They are made while utterances are interpreted, one after the other, each from the one before and the pairs of its block.
///
/// An utterance waits for its summary, so the requests do not depend on the speed of the calls. The lag is the time of three
/// translations in a row, so a summary is almost always ready in time. Otherwise a listener waits for a short time only
/// (``longestWait``), and a recording as long as the call may take. A summary that fails, or comes too late, is settled, too,
/// and the one before stays in use. After ``maximumMissed`` missing summaries in a row, no utterance waits long for the next.
final class RollingSummaries: Sendable {
    /// How long an utterance waits for the summary that it is given, if a listener waits and the summary is being made.
    static let longestWait = Duration.seconds(1)
    /// After how many missing summaries in a row a recording does not wait longer for one, either.
    static let maximumMissed = 2

    /// The block that is being summarized, and a channel that ends when an utterance has come that is given its summary.
    private struct Begun {
        var number: Int
        let awaited = BoundedChannel<Void>(capacity: 1)
        /// Whether that utterance has waited as long as it may.
        var isOverdue = false
    }

    private struct State {
        var blocks: SummaryBlocks
        /// Blocks to be summarized, in their order.
        var wanted: [SummaryBlocks.Block] = []
        /// The newest block that an utterance has asked for.
        var asked = 0
        var begun: Begun?

        /// Notifies the task that makes a summary if an utterance waits for it.
        func tell() {
            if let begun, begun.number <= asked { begun.awaited.finish() }
        }
        /// How many summaries in a row were missing.
        var missed = 0
        /// Whether no further block is begun.
        var isFinished = false
        /// Whether no task makes summaries any more.
        var isClosed = false
    }

    private let window: ContextWindow<String>
    private let patience: Duration
    private let state: Locked<State>
    private let signal = BoundedChannel<Void>(capacity: 1)

    /// - Parameters:
    ///   - every: how many utterances a block has.
    ///   - contextLag: how far back the newest pair is that a translation is given. At most this many are translated at once.
    ///     So when four times as many have come, three have followed one another.
    ///   - tokens: how many tokens the pairs of a block may have together.
    ///   - inFlight: how many utterances may be in flight at once, which bounds how many summaries are kept.
    ///   - patience: how long an utterance waits for a summary that is being made, unless the last ones were missing.
    init(
        every: Int, contextLag: Int, tokens: Int, inFlight: Int, patience: Duration = RollingSummaries.longestWait
    ) {
        self.patience = patience
        window = ContextWindow(count: 1, lag: 1, inFlight: inFlight)
        state = Locked(State(blocks: SummaryBlocks(every: every, lag: 4 * max(1, contextLag), tokens: tokens)))
    }

    // MARK: For the utterances

    /// Takes the summary of an earlier run for the block that ends with an utterance, before that is settled.
    func recall(_ sequence: Int, _ summary: String?) { state.withLock { $0.blocks.recall(sequence, summary) } }

    /// Takes an utterance that is to be translated. They must come in their order.
    func need(_ sequence: Int) { take { $0.need(sequence) } }

    /// Takes the result of an utterance. A second call changes nothing.
    func settle(_ sequence: Int, _ pair: ContextPair?) { take { $0.settle(sequence, pair) } }

    /// The summary for the translation of an utterance; nil if there is none. Returns in bounded time.
    ///
    /// - Parameter waiting: called first if that is not settled yet.
    func summary(for sequence: Int, waiting: () async throws -> Void) async throws -> String? {
        let (newest, isClosed) = state.withLock { state in
            let newest = state.blocks.newest(for: sequence)
            state.asked = max(state.asked, newest)
            state.tell()
            return (newest, state.isClosed)
        }
        if isClosed { giveUp(through: newest) }
        return try await summary(upTo: newest, waiting: waiting)
    }

    // MARK: For the summary stage

    /// The next block to be summarized, with the summary before it; nil at the end. One task calls it, and settles each
    /// block.
    func next() async throws -> (block: SummaryBlocks.Block, previous: String?)? {
        while true {
            let (block, isFinished) = state.withLock { state in
                let isLeft = state.isFinished || state.wanted.isEmpty
                return (isLeft ? nil : state.wanted.removeFirst(), state.isFinished)
            }
            if let block {
                let previous = try await summary(upTo: block.number - 1) {}
                state.withLock { state in
                    state.begun = Begun(number: block.number)
                    state.tell()
                }
                return (block, previous)
            }
            if isFinished { return nil }
            _ = try await signal.next()
        }
    }

    /// Returns when an utterance has waited as long as it may for the block that was begun last.
    func waitUntilOverdue(time: TimeSource) async throws {
        guard let awaited = state.withLock({ $0.begun?.awaited }) else { throw CancellationError() }
        _ = try await awaited.next()
        try await time.sleep(state.withLock { $0.missed < Self.maximumMissed ? patience : Self.longestWait })
        state.withLock { $0.begun?.isOverdue = true }
    }

    /// Whether an utterance has waited as long as it may for the block that was begun last.
    var isOverdue: Bool { state.withLock { $0.begun?.isOverdue ?? false } }

    func settle(_ block: SummaryBlocks.Block, _ summary: String?) {
        state.withLock { $0.missed = summary == nil ? $0.missed + 1 : 0 }
        window.settle(block.number, summary)
    }

    /// Declares that no more utterances come. Summaries that have not been begun are not needed.
    func finish() {
        state.withLock { $0.isFinished = true }
        signal.finish()
    }

    /// Declares that no more summaries are made. Utterances that wait continue without one.
    func close() {
        let asked = state.withLock { state in
            state.isClosed = true
            return state.asked
        }
        giveUp(through: asked)
    }

    private func summary(upTo number: Int, waiting: () async throws -> Void) async throws -> String? {
        number > 0 ? try await window.pairs(for: number + 1, waiting: waiting).first : nil
    }

    private func take(_ change: (inout SummaryBlocks) -> [SummaryBlocks.Step]) {
        let steps = state.withLock { state in
            let steps = change(&state.blocks)
            // Inside the lock, so that the blocks stay in their order.
            for case .wanted(let block) in steps where !state.isClosed { state.wanted.append(block) }
            return steps
        }
        for case .decided(let number, let summary) in steps { window.settle(number, summary) }
        if steps.contains(where: { if case .wanted = $0 { true } else { false } }) { _ = signal.trySend(()) }
    }

    private func giveUp(through number: Int) {
        for number in 0..<number { window.settle(number + 1, nil) }
    }
}

extension RollingSummaries: UtteranceWindow {
    func begin(_ input: UtteranceInput) {
        let (sequence, record) = (input.utterance.sequence, input.record)
        if let summary = record?.summary { recall(sequence, summary.text) }
        let isDone = record.map { $0.translation != nil || $0.outcome.isFinal } ?? false
        if !isDone, !input.isUnchanged, input.dropReason == nil { need(sequence) }
    }

    func keep(_ record: UtteranceRecord) { settle(record.utterance.sequence, record.contextPair) }

    /// An utterance that is left to the resumed run is summarized there. All later utterances are left to it, too, or have
    /// ended.
    func close(_ input: UtteranceInput, isLeftPending: Bool) {
        if !isLeftPending { settle(input.utterance.sequence, nil) }
    }

    /// From now on no summary is begun, because it would lack an utterance.
    func abandon(with error: any Error) { finish() }
}
