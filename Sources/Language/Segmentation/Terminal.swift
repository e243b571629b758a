/// A run of marks that may end a sentence: `.`, `?!`, `...`, `. . .`
struct Terminal {
    enum Kind {
        /// A question or exclamation mark, or another mark that only ends sentences.
        case mark
        /// Several dots.
        case ellipsis
        /// One full stop.
        case stop
    }

    let kind: Kind
    /// The position after the last mark.
    let end: Int
    /// Whether the last mark is of the kind that needs no space after it.
    let isIdeographic: Bool

    /// - Parameter isAttached: whether something other than white space is right before it.
    init(at position: Int, isAttached: Bool, _ ahead: inout TextLookahead) {
        var end = ahead.skip(from: position) {
            Punctuation.terminals.contains($0) || Punctuation.dots.contains($0) || $0 == "|"
        }
        end = max(end, position + 1)
        var dots = 0
        var others = 0
        var last = ahead[position]
        for index in position..<end {
            guard let scalar = ahead[index] else { break }
            last = scalar
            if Punctuation.dots.contains(scalar) { dots += 1 } else if scalar == "…" { dots += 2 } else { others += 1 }
        }
        if others == 0, dots == 1 {
            let spaced = Self.spacedDots(behind: end, &ahead)
            // In "over. . . . Next" a full stop precedes an ellipsis that leads on.
            let isStopBeforeEllipsis = isAttached && spaced.count == 3 && ahead[spaced.end] != nil
            if spaced.count >= 2, !isStopBeforeEllipsis { (end, dots) = (spaced.end, 1 + spaced.count) }
        }
        kind = others > 0 ? .mark : dots > 1 ? .ellipsis : .stop
        self.end = end
        isIdeographic = last.map(Punctuation.ideographicTerminals.contains) ?? false
    }

    /// How many dots there are with a space before each, and where the last one ends.
    private static func spacedDots(behind position: Int, _ ahead: inout TextLookahead) -> (count: Int, end: Int) {
        var (count, end) = (0, position)
        while ahead[end] == " ", ahead[end + 1] == "." {
            end += 2
            count += 1
        }
        return (count, end)
    }
}
