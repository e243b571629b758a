extension PieceModel {
    private static let clauseEnds: Set<Character> = [
        ",", ";", ":", ".", "!", "?", "、", "，", "；", "：", "。", "！", "？", "،", "؛", "।",
    ]

    /// Tokens in parts of at most `most`: cut behind the last clause of a part's second half, or else behind its last word, or
    /// else anywhere.
    package func parts(of tokens: [Int], most: Int) -> [[Int]] {
        var parts: [[Int]] = []
        var rest = tokens[...]
        while rest.count > most {
            let half = (rest.startIndex + most / 2 + 1...rest.startIndex + most).reversed()
            let at =
                half.first { text(of: rest[$0 - 1]).last.map(Self.clauseEnds.contains) ?? false }
                ?? half.first { text(of: rest[$0]).hasPrefix("\u{2581}") } ?? rest.startIndex + most
            parts.append(Array(rest[..<at]))
            rest = rest[at...]
        }
        return parts + [Array(rest)]
    }
}
