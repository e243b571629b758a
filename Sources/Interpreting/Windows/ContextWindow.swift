internal import Plumbing

/// The earlier entries a call is given: (source, translation) pairs for a translation, ``CarriedText`` for a recognition.
///
/// Utterance n gets the newest pairs among those up to n − lag, and waits until all of these are settled. So the context is
/// the same however fast anybody was, and up to `lag` neighbours are still translated at the same time.
///
/// What is given is bounded in number and in size. The newest that fit are given; the first that does not fit ends it, because
/// a gap within a conversation would mislead. Only one that alone is larger than all that may be given is left out without
/// ending it: half a text beside half a translation is worse than none, and what was said before it still helps.
final class ContextWindow<Entry: Sendable>: Sendable {
    private struct State {
        /// Everything up to here is settled.
        var settledThrough = 0
        /// Settled ahead of their turn.
        var early: [Int: (pair: Entry, size: Int)?] = [:]
        /// The newest settled pairs in order, with their sequence numbers and sizes.
        var pairs: [(sequence: Int, pair: Entry, size: Int)] = []
        var waiting: [(through: Int, continuation: CheckedContinuation<Void, Never>)] = []
        /// Why the run has ended in the middle of an utterance; nil where it has not.
        var failure: (any Error)?
    }

    private let count: Int
    private let lag: Int
    private let kept: Int
    private let longest: Int
    private let size: @Sendable (Entry) -> Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - count: how many pairs a translation is given at most.
    ///   - lag: how far back the newest of them is, at least 1.
    ///   - inFlight: how many utterances may be under way at once, which bounds what is kept.
    ///   - longest: how large the pairs of a translation are together at most.
    ///   - size: how large a pair is.
    init(
        count: Int, lag: Int, inFlight: Int, longest: Int = .max, size: @escaping @Sendable (Entry) -> Int = { _ in 0 }
    ) {
        self.count = count
        self.lag = max(1, lag)
        kept = count + max(1, lag) + inFlight
        self.longest = longest
        self.size = size
    }

    /// The pairs for one utterance, oldest first. Every utterance before it is settled in bounded time, so this returns.
    ///
    /// - Parameters:
    ///   - besides: what is given besides them, in the measure of their size.
    ///   - waiting: called first where the others are not settled yet.
    /// - Throws: what has ended the run before they are known.
    func pairs(for sequence: Int, besides: Int = 0, waiting: () async throws -> Void) async throws -> [Entry] {
        guard count > 0 else { return [] }
        let through = sequence - lag
        if state.withLock({ $0.settledThrough < through }) { try await waiting() }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let ready = state.withLock { state in
                if state.settledThrough >= through || state.failure != nil { return true }
                state.waiting.append((through, continuation))
                return false
            }
            if ready { continuation.resume() }
        }
        return try state.withLock { state in
            guard state.settledThrough >= through else { throw state.failure ?? CancellationError() }
            let pairs = state.pairs.lazy.filter { $0.sequence <= through }.suffix(count).map { ($0.pair, $0.size) }
            return Self.newest(of: pairs, within: longest - besides)
        }
    }

    /// The newest of these that fit, in their order.
    static func newest(of entries: some BidirectionalCollection<(Entry, Int)>, within room: Int) -> [Entry] {
        var (given, left) = ([Entry](), room)
        for (entry, size) in entries.reversed() where size <= room {
            guard size <= left else { break }
            left -= size
            given.append(entry)
        }
        return given.reversed()
    }

    /// The run ends in the middle of an utterance: nobody is given anything any more that may lack its pair.
    func abandon(with error: any Error) {
        let waiting = state.withLock { state in
            state.failure = state.failure ?? error
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, continuation) in waiting { continuation.resume() }
    }

    /// Tells what became of an utterance: its pair, or nil where it has none. Telling twice changes nothing.
    func settle(_ sequence: Int, _ pair: Entry?) {
        let size = count > 0 ? pair.map(size) ?? 0 : 0
        let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard sequence > state.settledThrough, state.failure == nil else { return [] }
            if state.early[sequence] == nil { state.early[sequence] = .some(pair.map { ($0, size) }) }
            while let next = state.early.removeValue(forKey: state.settledThrough + 1) {
                state.settledThrough += 1
                if let next { state.pairs.append((state.settledThrough, next.pair, next.size)) }
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
