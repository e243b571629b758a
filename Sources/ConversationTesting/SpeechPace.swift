internal import Audio
package import Conversations
internal import Plumbing

/// Lets the sound of a conversation come no faster than its utterances are done, as at the speed of speech.
///
/// A source without a pace is at its end before the first utterance is translated, if the machine is quiet.
package final class SpeechPace: Sendable {
    /// The end of an utterance is known at most so many samples later.
    private static let endpointing = 3 * 16_000

    private let ends: [Int]
    private let done = Locked<Set<Int>>([])

    /// - Parameter records: the utterances of the same sound, from a run before.
    package init(_ records: [UtteranceRecord]) { ends = records.map(\.utterance.range.end) }

    /// An event was delivered.
    package func note(_ event: Event) {
        guard case .utteranceFinished(let body) = event.body else { return }
        done.withLock { _ = $0.insert(body.utterance) }
    }

    /// Waits until all utterances are done that have ended before a sample.
    ///
    /// - Throws: `CancellationError` if the run ends before.
    package func wait(at position: Int) async throws {
        let count = ends.count { $0 + Self.endpointing < position }
        repeat {
            try Task.checkCancellation()
            await Task.yield()
        } while done.withLock { $0.count } < count
    }
}
