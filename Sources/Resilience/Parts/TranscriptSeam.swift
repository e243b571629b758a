internal import Audio

/// The seam at which two overlapping transcripts are joined.
///
/// The end of one and the beginning of the other are two hearings of the same sound. So their words are aligned as sequences:
/// all of the overlap has to fit, not only the longest stretch that both share. Otherwise "no, no, no" would lose a "no". A
/// word at the very edge of a part may be half a word and counts little. Of the words that both have, the one nearest to the
/// overlap's middle is where the first transcript ends and the second continues.
struct TranscriptSeam {
    /// The last token kept of the first, and the matching token of the second; nil if the two have nothing in common.
    private(set) var pair: (first: Int, second: Int)?

    /// More words, or characters, than can be said in a second.
    private static let fastest = (words: 7.0, characters: 14.0)
    /// The most seconds between two hearings of one word. Times of recognizers are good to a tenth or two.
    private static let tolerance = 0.4
    /// The cost of a token that only one transcript has, and its cost at the edge of a part.
    private static let gap = 2.0
    private static let edgeGap = 0.5

    /// - Parameters:
    ///   - first: all of the earlier part's tokens.
    ///   - second: all of the later part's.
    ///   - overlap: the range that both have heard.
    init(_ first: [TranscriptToken], _ second: [TranscriptToken], overlap: SampleRange, unspaced: Bool) {
        let rate = unspaced ? Self.fastest.characters : Self.fastest.words
        let most = Int((overlap.seconds * rate).rounded(.up)) + 4
        let start = max(0, first.count - most)
        let alignment = Alignment(Array(first[start...]), Array(second.prefix(most)))
        let middle = (overlap.startSeconds + overlap.endSeconds) / 2
        let pairs = alignment.pairs
        let timed = pairs.compactMap { pair in
            (first[start + pair.0].time ?? second[pair.1].time).map { (pair, abs($0 - middle)) }
        }
        let chosen = timed.min { $0.1 < $1.1 }?.0 ?? (pairs.isEmpty ? nil : pairs[pairs.count / 2])
        pair = chosen.map { (start + $0.0, $0.1) }
    }

    /// The best alignment of the end of one with the beginning of the other.
    private struct Alignment {
        private(set) var pairs: [(Int, Int)] = []

        init(_ first: [TranscriptToken], _ second: [TranscriptToken]) {
            guard !first.isEmpty, !second.isEmpty else { return }
            // scores[i][j]: the score of the best alignment of `first[..<i]` with `second[..<j]`. It uses all of the
            // second, and as much as fits of the end of the first.
            var scores = [[Double]](
                repeating: [Double](repeating: 0, count: second.count + 1), count: first.count + 1)
            var steps = [[Step]](
                repeating: [Step](repeating: .start, count: second.count + 1), count: first.count + 1)
            for j in 1...second.count {
                scores[0][j] = scores[0][j - 1] - Self.gap(isEdge: j == 1)
                steps[0][j] = .second
            }
            for i in 1...first.count {
                for j in 1...second.count {
                    let isEdge = i == first.count || j == 1
                    let match = Self.match(first[i - 1], second[j - 1])
                    var best = (
                        scores[i - 1][j - 1] + (match ?? -Self.gap(isEdge: isEdge)), match == nil ? Step.both : .match
                    )
                    let others = [
                        (scores[i - 1][j] - Self.gap(isEdge: i == first.count), Step.first),
                        (scores[i][j - 1] - Self.gap(isEdge: j == 1), .second),
                    ]
                    for other in others where other.0 > best.0 { best = other }
                    (scores[i][j], steps[i][j]) = best
                }
            }
            // The second may continue past the end of the first.
            var (i, j) = (first.count, 0)
            for end in 1...second.count where scores[i][end] > scores[i][j] { j = end }
            while i > 0, j > 0 {
                switch steps[i][j] {
                case .match:
                    pairs.append((i - 1, j - 1))
                    (i, j) = (i - 1, j - 1)
                case .both: (i, j) = (i - 1, j - 1)
                case .first: i -= 1
                case .second: j -= 1
                case .start: j = 0
                }
            }
            pairs.reverse()
        }

        private enum Step { case start, match, both, first, second }

        private static func gap(isEdge: Bool) -> Double { isEdge ? edgeGap : TranscriptSeam.gap }

        /// How well two tokens match as the same word; nil if they do not.
        private static func match(_ first: TranscriptToken, _ second: TranscriptToken) -> Double? {
            guard first.folded == second.folded, !first.folded.isEmpty else { return nil }
            guard let one = first.time, let other = second.time else { return 2 }
            let distance = abs(one - other) / tolerance
            return distance < 1 ? 3 * (1 - distance) : nil
        }
    }
}
