/// The part of a text that has arrived and was not yet returned, addressed by position in the whole text, in scalars.
struct TextWindow: Sendable {
    private var scalars: [Unicode.Scalar] = []
    private var dropped = 0
    /// The position of the first scalar that the window holds.
    private(set) var start = 0
    /// Whether the text is complete.
    var isComplete = false

    /// The position after the last scalar that arrived.
    var end: Int { start + scalars.count - dropped }

    subscript(position: Int) -> Unicode.Scalar { scalars[position - start + dropped] }

    mutating func append(_ text: some StringProtocol) { scalars.append(contentsOf: text.unicodeScalars) }

    /// Removes and returns the text up to a position.
    mutating func take(upTo position: Int) -> String {
        let text = self.text(start..<position)
        dropped += position - start
        start = position
        // Moving the rest down at every sentence would take quadratic time for a long text.
        if dropped == scalars.count || (dropped > 4096 && dropped > scalars.count / 2) {
            scalars.removeFirst(dropped)
            dropped = 0
        }
        return text
    }

    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[(range.lowerBound - start + dropped)..<(range.upperBound - start + dropped)])
        return String(text)
    }
}

/// Reads ahead of a position, and records whether it reached the end of an incomplete text.
///
/// Every decision reads the text ahead through a lookahead. A decision that reached the end is deferred, so none depends on how
/// the text was cut into pieces. The distance is bounded, so the text that is held is bounded, too.
struct TextLookahead {
    /// The greatest distance ahead of a position that may matter: a run of dots, a quotation's end, white space and a word.
    static let reach = 64

    private let window: TextWindow
    private let limit: Int
    /// Whether more text may change what was decided.
    private(set) var isStarved = false

    init(_ window: TextWindow, from position: Int) {
        self.window = window
        limit = position + Self.reach
    }

    /// The scalar at a position; nil if it is behind the end of the text or out of reach.
    subscript(position: Int) -> Unicode.Scalar? {
        mutating get {
            if position < min(limit, window.end) { return window[position] }
            if position < limit, !window.isComplete { isStarved = true }
            return nil
        }
    }

    /// The first position, from the given one on, at which a condition does not hold.
    mutating func skip(from position: Int, while condition: (Unicode.Scalar) -> Bool) -> Int {
        var position = position
        while let scalar = self[position], condition(scalar) { position += 1 }
        return position
    }
}
