internal import Language
internal import Plumbing
internal import Providers

/// Lines of a recording that are translated with one call.
struct TranslationBatch: Sendable, Equatable {
    /// The utterances' numbers, in order; at least two.
    var sequences: [Int]
    var lines: [BatchRequest.Line]
    /// The text after the last of them.
    var later: [LaterLine]
    /// Which of the lines are not translated yet; at least one.
    var open: [Int]
    var pair: LanguagePair

    /// The utterance that makes the call for all: the first that is not translated yet.
    var leader: Int { sequences[open[0]] }
    var first: Int { sequences[0] }
}

/// Decides which utterances are translated together, and passes the answers to those that do not make the call.
///
/// A recording's utterances are cut into windows of a fixed size by their numbers alone. Of a window, the utterances in the
/// most frequent direction are a batch, or several if they are too long for one. An utterance in the other direction is
/// translated by itself, and so is one that would be alone in its batch. All of that depends only on what is said. So a run
/// that continues a conversation asks the same questions as before, and finds their answers.
final class TranslationBatches: Sendable {
    /// The result of a batch's call.
    struct Answers: Sendable {
        /// The lines by the utterances' numbers. Missing lines are translated one by one.
        var lines: [Int: BatchedLine] = [:]
        /// The refusal that each line would get, too: there is no credit, or no key, or the run may not spend so much. Then no
        /// line is asked for by itself, which would cost more.
        var refusal: ProviderError?
    }

    let size: Int
    private let lookAhead: LookAhead
    private let longest: Int
    private let kept: Int
    /// The batches by the number of their first utterance.
    private let sequence = SettledSequence<Answers>()

    /// - Parameters:
    ///   - size: how many utterances a window has, at least 2.
    ///   - longest: how many tokens the lines of a batch may have together with their answers.
    ///   - inFlight: how many utterances may be in flight at once, which bounds how many answers are kept.
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

    /// The direction of a window's batch: the most frequent one, or that of the first line if both are equally frequent. Nil if
    /// there are no lines.
    static func direction(of pairs: [LanguagePair]) -> LanguagePair? {
        guard let first = pairs.first else { return nil }
        return 2 * pairs.count { $0 == first } >= pairs.count ? first : pairs.first { $0 != first }
    }

    /// The utterances whose texts have to be known before one of them can be translated.
    func range(for sequence: Int) -> ClosedRange<Int> {
        let window = Self.window(of: sequence, size: size)
        return window.lowerBound...(window.upperBound + lookAhead.count)
    }

    /// The batch of an utterance; nil if it is translated by itself.
    ///
    /// - Parameter lines: the texts in its ``range(for:)``.
    func batch(with sequence: Int, of lines: [Int: SourceText]) -> TranslationBatch? {
        var batch: [(sequence: Int, line: SourceText)] = []
        var tokens = 0
        let window = Self.window(of: sequence, size: size)
        let pair = Self.direction(of: window.compactMap { lines[$0]?.pair })
        for number in window {
            guard let line = lines[number], line.pair == pair else { continue }
            let own = Self.line(line).tokens
            if tokens + own > longest {
                // The batch before this line is full.
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
        // No utterance in flight looks back further than that.
        sequence.forget(through: batch.first - kept)
    }

    /// The result of a batch's call.
    ///
    /// - Throws: the error that ends the run before that is known.
    func answers(to batch: TranslationBatch) async throws -> Answers {
        try await sequence.wait(for: batch.first...batch.first)
        return sequence.values(in: batch.first...batch.first)[batch.first] ?? Answers()
    }
}

extension TranslationBatches: UtteranceWindow {
    func abandon(with error: any Error) { sequence.abandon(with: error) }
}
