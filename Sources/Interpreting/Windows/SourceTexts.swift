internal import Conversations
internal import Language
internal import Plumbing

/// The texts of a recording's utterances, as far as they are known.
///
/// They are for requests with later text (``LookAhead``) or with several lines (``TranslationBatches``).
///
/// A caller that requests a range waits until the texts of all of its utterances are known. A request therefore depends
/// on the recording alone. The speed of the calls, the place of an earlier kill and the number of utterances in flight
/// do not matter. That number must be larger than the longest range. If a run ends before the recording, an utterance
/// that would lack some of these texts is left to the resumed run.
final class SourceTexts: Sendable {
    private let kept: Int
    private let sequence = SettledSequence<SourceText?>()
    /// The last utterance of this run, if there are more after it for a later run.
    private let cut = Locked<Int?>(nil)

    /// - Parameters:
    ///   - longest: how many utterances a range has at most.
    ///   - inFlight: how many utterances may be in flight at once, more than `longest`.
    init(longest: Int, inFlight: Int) { kept = longest + inFlight }

    /// The lines of a range of utterances by their numbers; nil if the run ends before they are known.
    ///
    /// - Parameter waiting: called first if they are not settled yet.
    func lines(
        in range: ClosedRange<Int>, waiting: () async throws -> Void
    ) async throws -> [Int: SourceText]? {
        guard !isCut(range) else { return nil }
        try await sequence.wait(for: range, suspending: waiting)
        guard !isCut(range) else { return nil }
        return sequence.values(in: range).compactMapValues(\.self)
    }

    /// Settles an utterance with its text, or with nil if there is nothing to translate. Only the first call counts.
    func settle(_ sequence: Int, _ text: SourceText?) {
        self.sequence.settle(sequence, text)
        // No utterance in flight looks back further than that.
        self.sequence.forget(through: sequence - kept)
    }

    /// Declares that no more utterances come.
    ///
    /// - Parameters:
    ///   - last: the number of the last utterance; 0 if there was none.
    ///   - isCut: whether there are more, for a later run.
    func end(after last: Int, isCut: Bool) {
        if isCut { cut.withLock { $0 = last } }
        sequence.end(after: last)
    }

    /// Whether some of the texts will be known only to a later run.
    private func isCut(_ range: ClosedRange<Int>) -> Bool {
        cut.withLock { $0.map { range.upperBound > $0 } ?? false }
    }
}

extension SourceTexts: UtteranceWindow {
    func keep(_ record: UtteranceRecord) { settle(record.utterance.sequence, record.sourceText) }

    func close(_ input: UtteranceInput, isLeftPending: Bool) { settle(input.utterance.sequence, nil) }

    func abandon(with error: any Error) { sequence.abandon(with: error) }
}
