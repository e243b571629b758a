internal import Conversations
internal import Plumbing
internal import Providers

/// The summaries of what was said before the pairs a translation is given (``SummaryBlocks``).
///
/// They are made beside the utterances, one after the other, each from the one before and the pairs of its block. An
/// utterance whose summary is still being made waits for it, so that nobody's speed decides what is asked; as the lag is the
/// time of three translations one after the other, that wait is practically always over. Where it is not, it is short for
/// somebody who listens (``longestWait``), and for a recording as long as the call may take: there a summary that comes late
/// is worth more than the time. One that cannot be had, or not in time, is told as settled, too: then the one before serves
/// on. After ``mostMissed`` such in a row nobody waits long for the next.
final class RollingSummaries: Sendable {
    /// How long a summary that is being made is waited for where somebody listens, once an utterance has come that is given it.
    static let longestWait = Duration.seconds(1)
    /// How many in a row have to be missing before a recording does not wait longer for one, either.
    static let mostMissed = 2

    /// The block that is being summed up, and a channel that ends when somebody has come who is given its summary.
    private struct Begun {
        var number: Int
        let awaited = BoundedChannel<Void>(capacity: 1)
    }

    private struct State {
        var blocks: SummaryBlocks
        /// Blocks to be summed up, in their order.
        var wanted: [SummaryBlocks.Block] = []
        /// The newest block somebody has asked for.
        var asked = 0
        var begun: Begun?

        /// Tells whoever sums a block up where that is waited for.
        func tell() {
            if let begun, begun.number <= asked { begun.awaited.finish() }
        }
        /// How many of the last ones could not be had.
        var missed = 0
        /// Nothing more is begun.
        var isFinished = false
        /// Nobody makes any more of them.
        var isClosed = false
    }

    private let window: ContextWindow<String>
    private let patience: Duration
    private let state: Locked<State>
    private let signal = BoundedChannel<Void>(capacity: 1)

    /// - Parameters:
    ///   - every: how many utterances a block has.
    ///   - contextLag: how far back the newest pair is that a translation is given. Up to so many are translated at once, so
    ///     by the time four times as many have come, three have followed one another.
    ///   - tokens: how large the pairs of a block are together at most.
    ///   - inFlight: how many utterances may be under way at once, which bounds what is kept.
    ///   - patience: how long one that is being made is waited for, while they come.
    init(
        every: Int, contextLag: Int, tokens: Int, inFlight: Int, patience: Duration = RollingSummaries.longestWait
    ) {
        self.patience = patience
        window = ContextWindow(count: 1, lag: 1, inFlight: inFlight)
        state = Locked(State(blocks: SummaryBlocks(every: every, lag: 4 * max(1, contextLag), tokens: tokens)))
    }

    // MARK: For the utterances

    /// Tells what an earlier run has found for the block that ends with an utterance, before it is settled.
    func recall(_ sequence: Int, _ summary: String?) { state.withLock { $0.blocks.recall(sequence, summary) } }

    /// Tells of an utterance that is to be translated. They come in their order.
    func need(_ sequence: Int) { take { $0.need(sequence) } }

    /// Tells what became of an utterance. Telling twice changes nothing.
    func settle(_ sequence: Int, _ pair: ContextPair?) { take { $0.settle(sequence, pair) } }

    /// The summary an utterance is given; nil where there is none. Everything it depends on is settled in bounded time, so
    /// this returns.
    ///
    /// - Parameter waiting: called first where that is not yet so.
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

    // MARK: For whoever makes them

    /// The next block to be summed up, with what was said before it; nil at the end. One task asks, and settles each.
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

    /// Sleeps as long as the block last begun is worth waiting for.
    ///
    /// - Returns: whether somebody has been kept waiting for it, so that it is not worth asking once more.
    func patience(of limit: Duration, time: TimeSource) async throws -> Bool {
        guard let awaited = state.withLock({ $0.begun?.awaited }) else {
            try await time.sleep(limit)
            return false
        }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await time.sleep(limit)
                return false
            }
            group.addTask {
                _ = try await awaited.next()
                try await time.sleep(
                    self.state.withLock { $0.missed < Self.mostMissed ? self.patience : Self.longestWait })
                return true
            }
            return try await group.next() ?? false
        }
    }

    func settle(_ block: SummaryBlocks.Block, _ summary: String?) {
        state.withLock { $0.missed = summary == nil ? $0.missed + 1 : 0 }
        window.settle(block.number, summary)
    }

    /// No more utterances come: what has not been begun is not needed.
    func finish() {
        state.withLock { $0.isFinished = true }
        signal.finish()
    }

    /// Nobody makes any more of them: those who wait go on without.
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
            // Within the lock, so that they stand in their order.
            for case .wanted(let block) in steps { state.wanted.append(block) }
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
        if !isDone, !input.isLeft, input.dropReason == nil { need(sequence) }
    }

    func keep(_ record: UtteranceRecord) { settle(record.utterance.sequence, record.contextPair) }

    /// What is left to the run that goes on is summed up there: all behind it are left, too, or done.
    func close(_ input: UtteranceInput, isLeftPending: Bool) {
        if !isLeftPending { settle(input.utterance.sequence, nil) }
    }

    /// No summary is begun any more that would lack an utterance.
    func abandon(with error: any Error) { finish() }
}
