internal import Language
internal import Plumbing

/// What is said in the utterances of a recording, as far as that is known: for translators that are shown what comes next
/// (``LookAhead``) or asked for many lines at once (``TranslationBatches``).
///
/// Whoever asks for a range waits until it is known of all of these utterances what is said in them. So what a translator is
/// shown depends on the recording alone, not on who was faster: not on how many are under way at once, which must be more than
/// anybody's range is long, and not on where an earlier run was killed. Where a run is ended before the recording is, an
/// utterance that would have to do without some of them is left to the run that goes on.
final class SourceTexts: Sendable {
    private struct State {
        /// What became of each: its line, or nil where it has none.
        var lines: [Int: SourceText?] = [:]
        /// The last utterance there is; nil while more may come.
        var last: Int?
        /// Whether there are more behind that one, for a later run.
        var isCut = false
        /// Whether the run has ended in the middle of an utterance.
        var isAbandoned = false
        var waiting: [(range: ClosedRange<Int>, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let kept: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - longest: how many utterances a range has at most.
    ///   - inFlight: how many may be under way at once, more than `longest`.
    init(longest: Int, inFlight: Int) { kept = longest + inFlight }

    /// The lines of a range of utterances by their numbers; nil where the run ends before they are known.
    ///
    /// - Parameter waiting: called first where they are not settled yet.
    func lines(
        in range: ClosedRange<Int>, waiting: () async throws -> Void
    ) async throws -> [Int: SourceText]? {
        if state.withLock({ !isReady(range, $0) }) { try await waiting() }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let ready = state.withLock { state in
                if isReady(range, state) { return true }
                state.waiting.append((range, continuation))
                return false
            }
            if ready { continuation.resume() }
        }
        return state.withLock { state in
            guard !isMissing(range, state) else { return nil }
            return range.reduce(into: [:]) { lines, sequence in
                if case let line?? = state.lines[sequence] { lines[sequence] = line }
            }
        }
    }

    /// Tells what is said in an utterance: its line, or nil where nothing is to be translated. Telling twice changes nothing.
    func settle(_ sequence: Int, _ line: SourceText?) {
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
            state.waiting = waiting.filter { !isReady($0.range, state) }
            return waiting.filter { isReady($0.range, state) }.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    private func isReady(_ range: ClosedRange<Int>, _ state: State) -> Bool {
        isMissing(range, state) || range.allSatisfy { $0 > state.last ?? .max || state.lines[$0] != nil }
    }

    /// Whether some of the lines are not known in this run.
    private func isMissing(_ range: ClosedRange<Int>, _ state: State) -> Bool {
        state.isAbandoned || state.isCut && range.upperBound > state.last ?? .max
    }
}
