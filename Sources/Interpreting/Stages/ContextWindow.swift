internal import Plumbing

/// The earlier entries a call is given: (source, translation) pairs for a translation, ``CarriedText`` for a recognition.
///
/// Utterance n gets the newest pairs among those up to n − lag, and waits until all of these are settled. So the context is
/// the same however fast anybody was, and up to `lag` neighbours are still translated at the same time.
final class ContextWindow<Entry: Sendable>: Sendable {
    private struct State {
        /// Everything up to here is settled.
        var settledThrough = 0
        /// Settled ahead of their turn.
        var early: [Int: Entry?] = [:]
        /// The newest settled pairs in order, with their sequence numbers.
        var pairs: [(sequence: Int, pair: Entry)] = []
        var waiting: [(through: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let count: Int
    private let lag: Int
    private let kept: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - count: how many pairs a translation is given at most.
    ///   - lag: how far back the newest of them is, at least 1.
    ///   - inFlight: how many utterances may be under way at once, which bounds what is kept.
    init(count: Int, lag: Int, inFlight: Int) {
        self.count = count
        self.lag = max(1, lag)
        kept = count + max(1, lag) + inFlight
    }

    /// The pairs for one utterance, oldest first. Every utterance before it is settled in bounded time, so this returns.
    ///
    /// - Parameter waiting: called first where the others are not settled yet.
    func pairs(for sequence: Int, waiting: () async throws -> Void) async throws -> [Entry] {
        guard count > 0 else { return [] }
        let through = sequence - lag
        if state.withLock({ $0.settledThrough < through }) { try await waiting() }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let ready = state.withLock { state in
                if state.settledThrough >= through { return true }
                state.waiting.append((through, continuation))
                return false
            }
            if ready { continuation.resume() }
        }
        return state.withLock { state in
            state.pairs.lazy.filter { $0.sequence <= through }.suffix(count).map(\.pair)
        }
    }

    /// Tells what became of an utterance: its pair, or nil where it has none. Telling twice changes nothing.
    func settle(_ sequence: Int, _ pair: Entry?) {
        let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard sequence > state.settledThrough else { return [] }
            if state.early[sequence] == nil { state.early[sequence] = .some(pair) }
            while let next = state.early.removeValue(forKey: state.settledThrough + 1) {
                state.settledThrough += 1
                if let next { state.pairs.append((state.settledThrough, next)) }
            }
            if state.pairs.count > kept { state.pairs.removeFirst(state.pairs.count - kept) }
            let through = state.settledThrough
            let ready = state.waiting.filter { $0.through <= through }.map(\.continuation)
            state.waiting.removeAll { $0.through <= through }
            return ready
        }
        for continuation in ready { continuation.resume() }
    }
}
