internal import Conversations
internal import Language
internal import Plumbing

/// The texts of a recording's utterances, as far as they are known.
///
/// They are for translators that are shown later text (``LookAhead``) or asked for many lines at once (``TranslationBatches``).
///
/// A caller that asks for a range waits until the texts of all of its utterances are known. So what a translator is shown
/// depends on the recording alone. It does not depend on the speed of the calls, nor on where an earlier run was killed. Nor
/// does it depend on how many utterances are under way at once, which must be more than the longest range. If a run ends before
/// the recording does, an utterance that would lack some of these texts is left to the run that continues.
final class SourceTexts: Sendable {
    private let kept: Int
    private let sequence = SettledSequence<SourceText?>()
    /// The last utterance of this run, if there are more after it for a later run.
    private let cut = Locked<Int?>(nil)

    /// - Parameters:
    ///   - longest: how many utterances a range has at most.
    ///   - inFlight: how many utterances may be under way at once, more than `longest`.
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
        // No utterance under way looks back further than that.
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
