internal import Language
internal import Plumbing
internal import Providers

/// Lines of a recording that are translated with one call.
struct TranslationBatch: Sendable, Equatable {
    /// The utterances' numbers, in order; at least two.
    var sequences: [Int]
    var lines: [BatchRequest.Line]
    /// What is said behind the last of them.
    var later: [LaterLine]
    /// Which of the lines are not translated yet; at least one.
    var open: [Int]
    var pair: LanguagePair

    /// Who makes the call, and tells the others: the first that is not translated yet.
    var leader: Int { sequences[open[0]] }
    var first: Int { sequences[0] }
}

/// Which utterances are translated together, and how those that do not make the call get to know what came of it.
///
/// A recording's utterances are cut into windows of so many by their numbers alone. In a window those in the direction of
/// most are a batch, or more than one where they are too long for one; an utterance the other way is translated by itself, and
/// so is one that has no other beside it. All of that depends on what is said and on nothing else, so that a run that goes on with
/// a conversation asks what was asked before, and finds it.
final class TranslationBatches: Sendable {
    /// What came of a batch's call.
    struct Answers: Sendable {
        /// By the utterances' numbers. Those that are missing are translated one by one.
        var lines: [Int: BatchedLine] = [:]
        /// What would be said to each of them, too: there is no credit, or no key, or the run may not spend so much. None of
        /// them is asked for by itself then, which would cost more.
        var refusal: ProviderError?
    }

    let size: Int
    private let lookAhead: LookAhead
    private let longest: Int
    private let kept: Int
    /// By the first utterance of the batch.
    private let sequence = SettledSequence<Answers>()

    /// - Parameters:
    ///   - size: how many utterances a window has, at least 2.
    ///   - longest: how many tokens the lines of a batch come to with their answers at most.
    ///   - inFlight: how many utterances may be under way at once, which bounds what is kept.
    init(size: Int, lookAhead: LookAhead, longest: Int, inFlight: Int) {
        self.size = size
        self.lookAhead = lookAhead
        self.longest = longest
        kept = inFlight + 2 * size
    }

    /// The numbers of an utterance's window.
    static func window(of sequence: Int, size: Int) -> ClosedRange<Int> {
        let first = (sequence - 1) / size * size + 1
        return first...(first + size - 1)
    }

    /// Which of the lines of a window are a batch: those in the direction of most, and of the first where there are as many in
    /// the other one; nil where there are no lines.
    static func direction(of pairs: [LanguagePair]) -> LanguagePair? {
        guard let first = pairs.first else { return nil }
        return 2 * pairs.count { $0 == first } >= pairs.count ? first : pairs.first { $0 != first }
    }

    /// The utterances of which has to be known what they say before one of them can be translated.
    func range(for sequence: Int) -> ClosedRange<Int> {
        let window = Self.window(of: sequence, size: size)
        return window.lowerBound...(window.upperBound + lookAhead.count)
    }

    /// The batch an utterance is in; nil where it is translated by itself.
    ///
    /// - Parameter lines: what is said in its ``range(for:)``.
    func batch(with sequence: Int, of lines: [Int: SourceText]) -> TranslationBatch? {
        var batch: [(sequence: Int, line: SourceText)] = []
        var tokens = 0
        let window = Self.window(of: sequence, size: size)
        let pair = Self.direction(of: window.compactMap { lines[$0]?.pair })
        for number in window {
            guard let line = lines[number], line.pair == pair else { continue }
            let own = Self.line(line).tokens
            if tokens + own > longest {
                // The one before is full.
                if batch.contains(where: { $0.sequence == sequence }) { break }
                (batch, tokens) = ([], 0)
            }
            batch.append((number, line))
            tokens += own
        }
        let open = batch.indices.filter { batch[$0].line.isToBeTranslated }
        guard batch.count > 1, batch.contains(where: { $0.sequence == sequence }), !open.isEmpty, let pair,
            let last = batch.last
        else { return nil }
        return TranslationBatch(
            sequences: batch.map(\.sequence), lines: batch.map { Self.line($0.line) },
            later: lookAhead.later(after: last.sequence, of: lines), open: open, pair: pair)
    }

    private static func line(_ line: SourceText) -> BatchRequest.Line {
        BatchRequest.Line(speaker: line.speaker, text: line.text)
    }

    // MARK: The leader asks, and the others wait

    func publish(_ answers: Answers, of batch: TranslationBatch) {
        sequence.settle(batch.first, answers)
        // No utterance under way is as far back as that.
        sequence.forget(through: batch.first - kept)
    }

    /// What came of a batch's call.
    ///
    /// - Throws: what ends the run before that is known.
    func answers(to batch: TranslationBatch) async throws -> Answers {
        try await sequence.wait(for: batch.first...batch.first)
        return sequence.values(in: batch.first...batch.first)[batch.first] ?? Answers()
    }
}

extension TranslationBatches: UtteranceWindow {
    func abandon(with error: any Error) { sequence.abandon(with: error) }
}
