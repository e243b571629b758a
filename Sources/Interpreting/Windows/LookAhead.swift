internal import Providers

/// What is said next: of the utterances behind one, those that a translator is shown.
struct LookAhead: Sendable {
    /// How many utterances are looked ahead.
    let count: Int
    /// How many tokens their lines come to together at most.
    let longest: Int

    /// The lines behind an utterance in their order. The first that has no room any more ends them, because a gap would
    /// mislead.
    ///
    /// - Parameter lines: what is said in the next `count` utterances, as far as there is anything to translate.
    func later(after sequence: Int, of lines: [Int: SourceText]) -> [LaterLine] {
        guard count > 0 else { return [] }
        var (given, left) = ([LaterLine](), longest)
        for line in (1...count).compactMap({ lines[sequence + $0] }) {
            let later = LaterLine(speaker: line.speaker, source: line.text)
            left -= later.tokens
            guard left >= 0 else { break }
            given.append(later)
        }
        return given
    }
}
