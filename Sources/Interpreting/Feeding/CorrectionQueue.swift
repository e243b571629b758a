package import Conversations
internal import Plumbing

/// Corrections of utterances while their conversation runs.
///
/// They are carried out one after the other, in the order of their arrival. An utterance in flight is corrected when it has
/// ended.
package final class CorrectionQueue: Sendable {
    /// A user's correction of one utterance.
    package struct Correction: Sendable, Hashable {
        /// The part of the utterance that was wrong.
        package enum Change: Sendable, Hashable {
            /// The side that spoke; nil for the side to which the utterance was not attributed.
            case direction(to: Speaker?)
            /// What was said, and its translation.
            case texts(CorrectedTexts)
        }

        /// The number of the utterance, from 1.
        package var utterance: Int
        package var change: Change

        package init(_ change: Change, of utterance: Int) {
            self.utterance = utterance
            self.change = change
        }
    }

    /// The conversation does not run, or accepts no more corrections. They can be made in the store.
    package struct Closed: Error, Sendable {}

    struct Pending: Sendable {
        var number: Int
        var correction: Correction
    }

    private typealias Reply = @Sendable (Result<[Event], any Error>) -> Void

    private struct State {
        var isOpen = false
        /// The last utterance that was heard.
        var last = 0
        var count = 0
        var replies: [Int: Reply] = [:]
    }

    /// The maximum number of corrections that wait.
    private static let capacity = 64

    private let pending = BoundedChannel<Pending>(capacity: CorrectionQueue.capacity)
    private let state = Locked(State())

    package init() {}

    // MARK: For users

    /// Queues a correction without waiting for it. If it turns out to be impossible, the listener gets the problem.
    ///
    /// - Throws: `Problem` of kind `usage` if there is no such utterance, or too many corrections wait; ``Closed``.
    package func send(_ correction: Correction) throws { try enqueue(correction, reply: nil) }

    /// Makes a correction.
    ///
    /// - Returns: the events of the utterance that were delivered for it; empty if nothing had to be changed.
    /// - Throws: `Problem` of kind `usage` or `input` if it cannot be made, ``Closed``, or `CancellationError` if the run ends
    ///   before.
    package func perform(_ correction: Correction) async throws -> [Event] {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<[Event], any Error>) in
            do {
                try enqueue(correction) { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    private func enqueue(_ correction: Correction, reply: Reply?) throws {
        try state.withLock { state in
            guard state.isOpen else { throw Closed() }
            guard (1...max(1, state.last)).contains(correction.utterance), state.last > 0 else {
                throw Problem(
                    .usage, "utterance.unknown", "there is no utterance \(correction.utterance) yet",
                    cure: "name one that was recognized")
            }
            state.count += 1
            guard pending.trySend(Pending(number: state.count, correction: correction)) else {
                throw Problem(
                    .usage, "live.corrections", "\(Self.capacity) corrections wait already", cure: "try again soon")
            }
            state.replies[state.count] = reply
        }
    }

    // MARK: For the run

    func open() { state.withLock { $0.isOpen = true } }

    /// An utterance was heard.
    func heard(_ sequence: Int) { state.withLock { $0.last = max($0.last, sequence) } }

    /// The next correction; nil if the line is closed and empty.
    func next() async throws -> Pending? { try await pending.next() }

    /// - Returns: whether a user waits for the result.
    func resolve(_ pending: Pending, _ result: Result<[Event], any Error>) -> Bool {
        guard let reply = state.withLock({ $0.replies.removeValue(forKey: pending.number) }) else { return false }
        reply(result)
        return true
    }

    /// Takes no further corrections. Those that have come are still carried out.
    func close() {
        state.withLock { $0.isOpen = false }
        pending.finish()
    }

    /// The run has ended. Corrections that still wait fail.
    func abandon() {
        close()
        let replies = state.withLock { state in
            defer { state.replies = [:] }
            return state.replies.values
        }
        for reply in replies { reply(.failure(CancellationError())) }
    }
}
