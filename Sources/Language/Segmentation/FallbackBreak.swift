/// The position at which to cut a text that is too long and has no boundary.
struct FallbackBreak {
    let position: Int

    /// - Parameter window: a window that holds more than the maximum.
    init(_ window: TextWindow, minimum: Int, maximum: Int) {
        let limit = window.start + maximum
        let least = window.start + max(1, minimum)
        var behindWord: Int?
        var candidate = limit
        while candidate >= least {
            let before = window[candidate - 1]
            let isBehindSpace = before.isSpace && !window[candidate].isSpace
            if Punctuation.ideographicClauseMarks.contains(before)
                || (isBehindSpace && Self.endsClause(window, before: candidate))
            {
                position = candidate
                return
            }
            if isBehindSpace, behindWord == nil { behindWord = candidate }
            candidate -= 1
        }
        position = behindWord ?? Self.lastCharacter(window, before: limit)
    }

    private static func endsClause(_ window: TextWindow, before position: Int) -> Bool {
        var end = position
        while end > window.start, window[end - 1].isSpace { end -= 1 }
        guard end > window.start else { return false }
        return Punctuation.spacedClauseMarks.contains(window[end - 1])
    }

    /// The last position up to the limit that does not separate a letter from its marks; the limit if there is no such
    /// position.
    private static func lastCharacter(_ window: TextWindow, before limit: Int) -> Int {
        var text = window.text(window.start..<(limit + 1))
        let last = text.removeLast()
        let rest = limit + 1 - window.start - last.unicodeScalars.count
        return rest > 0 ? window.start + rest : limit
    }
}
