/// The quotations and parentheses that are open at a place of the text.
struct Enclosures: Sendable {
    private struct Opened: Sendable {
        var closers: Set<Unicode.Scalar>
        var position: Int
    }

    /// Behind so many scalars an opened quotation no longer holds sentences together: it is longer than what is worth
    /// waiting for, or its end was forgotten.
    static let reach = 200
    /// Deeper nesting is noise.
    private static let deepest = 8

    private var open: [Opened] = []

    /// Whether the place is outside all, or too far inside.
    func isOutside(at position: Int) -> Bool {
        guard let outermost = open.first else { return true }
        return position - outermost.position > Self.reach
    }

    /// Whether a mark closes one of those that are open.
    func closes(_ scalar: Unicode.Scalar) -> Bool { open.contains { $0.closers.contains(scalar) } }

    /// Takes notice of a scalar.
    mutating func pass(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, at position: Int) {
        if let match = open.lastIndex(where: { $0.closers.contains(scalar) }) {
            open.removeSubrange(match...)
        } else if let closers = Punctuation.closers[scalar], open.count < Self.deepest, opens(scalar, after: previous) {
            open.append(Opened(closers: closers, position: position))
        }
    }

    /// A straight quote opens behind white space (5" does not), a parenthesis not within an emoticon, and the angle
    /// quotes that some languages turn round not behind a letter.
    private func opens(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
        guard let previous else { return true }
        switch scalar {
        case "\"", "»": return previous.isSpace || Punctuation.opening.contains(previous)
        case "(": return previous != ":" && previous != ";" && previous != "="
        default: return true
        }
    }
}
