internal import Plumbing
internal import Providers

/// What is said next: the sources of the utterances behind one, for translators that are shown them.
///
/// Utterance n is shown what is said to be translated in n + 1 to n + `count`, and waits until it is known of all of these what
/// that is. So what it is shown depends on the recording alone, not on who was faster: not on how many are under way at once,
/// which must be more than `count`, and not on where an earlier run was killed. Where a run is ended before the recording is,
/// an utterance that would have to do without some of them is left to the run that goes on.
final class LookAhead: Sendable {
    private struct State {
        /// What became of each: its line, or nil where it has none.
        var lines: [Int: LaterLine?] = [:]
        /// The last utterance there is; nil while more may come.
        var last: Int?
        /// Whether there are more behind that one, for a later run.
        var isCut = false
        /// Whether the run has ended in the middle of an utterance.
        var isAbandoned = false
        var waiting: [(sequence: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let count: Int
    private let kept: Int
    private let longest: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - count: how many utterances are looked ahead.
    ///   - inFlight: how many may be under way at once, more than `count`.
    ///   - longest: how many tokens the lines of a translation come to together at most.
    init(count: Int, inFlight: Int, longest: Int) {
        self.count = count
        kept = count + inFlight
        self.longest = longest
    }

    /// The lines behind an utterance in their order; nil where the run ends before they are known. The first that has no room
    /// any more ends them, because a gap would mislead.
    ///
    /// - Parameter waiting: called first where the others are not settled yet.
    func lines(after sequence: Int, waiting: () async throws -> Void) async throws -> [LaterLine]? {
        if state.withLock({ !isReady(sequence, $0) }) { try await waiting() }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let ready = state.withLock { state in
                if isReady(sequence, state) { return true }
                state.waiting.append((sequence, continuation))
                return false
            }
            if ready { continuation.resume() }
        }
        return state.withLock { state in
            guard !isMissing(sequence, state) else { return nil }
            var (given, left) = ([LaterLine](), longest)
            for case let line?? in (1...count).map({ state.lines[sequence + $0] }) {
                left -= line.tokens
                guard left >= 0 else { break }
                given.append(line)
            }
            return given
        }
    }

    /// Tells what is said in an utterance: its line, or nil where nothing is to be translated. Telling twice changes nothing.
    func settle(_ sequence: Int, _ line: LaterLine?) {
        change { state in
            guard state.lines[sequence] == nil else { return }
            state.lines[sequence] = .some(line)
            // Nobody under way looks as far back as that.
            state.lines[sequence - kept] = nil
        }
    }

    /// Tells that no more utterances come.
    ///
    /// - Parameters:
    ///   - last: the number of the last that came; 0 for none.
    ///   - isCut: whether there are more, for a later run.
    func end(after last: Int, isCut: Bool) {
        change { ($0.last, $0.isCut) = (last, isCut) }
    }

    /// The run ends in the middle of an utterance: all that wait are left to the run that goes on, for this one's line may be
    /// missing.
    func abandon() { change { $0.isAbandoned = true } }

    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let waiting = state.waiting
            state.waiting = waiting.filter { !isReady($0.sequence, state) }
            return waiting.filter { isReady($0.sequence, state) }.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    private func isReady(_ sequence: Int, _ state: State) -> Bool {
        isMissing(sequence, state)
            || (1...count).map { sequence + $0 }.allSatisfy { $0 > state.last ?? .max || state.lines[$0] != nil }
    }

    /// Whether some of the lines are not known in this run.
    private func isMissing(_ sequence: Int, _ state: State) -> Bool {
        state.isAbandoned || state.isCut && sequence + count > state.last ?? .max
    }
}
