internal import Conversations
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
    private let kept: Int
    private let sequence = SettledSequence<SourceText?>()
    /// The last utterance of this run, if there are more behind it for a later run.
    private let cut = Locked<Int?>(nil)

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
        guard !isCut(range) else { return nil }
        try await sequence.wait(for: range, suspending: waiting)
        guard !isCut(range) else { return nil }
        return sequence.values(in: range).compactMapValues(\.self)
    }

    /// Settles an utterance with what is said in it, or with nil if nothing is to be translated. Only the first call counts.
    func settle(_ sequence: Int, _ text: SourceText?) {
        self.sequence.settle(sequence, text)
        // No utterance under way looks as far back as that.
        self.sequence.forget(through: sequence - kept)
    }

    /// No more utterances come.
    ///
    /// - Parameters:
    ///   - last: the number of the last that came; 0 for none.
    ///   - isCut: whether there are more, for a later run.
    func end(after last: Int, isCut: Bool) {
        if isCut { cut.withLock { $0 = last } }
        sequence.end(after: last)
    }

    /// Whether some of the texts are for a later run to know.
    private func isCut(_ range: ClosedRange<Int>) -> Bool {
        cut.withLock { $0.map { range.upperBound > $0 } ?? false }
    }
}

extension SourceTexts: UtteranceWindow {
    func keep(_ record: UtteranceRecord) { settle(record.utterance.sequence, record.sourceText) }

    func close(_ input: UtteranceInput, isLeftPending: Bool) { settle(input.utterance.sequence, nil) }

    func abandon(with error: any Error) { sequence.abandon(with: error) }
}
