internal import Providers

/// The later text that a translator is shown: how many utterances after its own, and how much of them.
struct LookAhead: Sendable {
    /// How many utterances are looked ahead.
    let count: Int
    /// How many tokens their lines may have together.
    let longest: Int

    /// The lines after an utterance in their order. The first line that does not fit ends them, because a gap would mislead.
    ///
    /// - Parameter lines: the texts of the next `count` utterances, as far as there is anything to translate.
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
