/// The quotations and parentheses that are open at a position of the text.
struct Enclosures: Sendable {
    private struct Opened: Sendable {
        var closers: Set<Unicode.Scalar>
        var position: Int
    }

    /// An opened quotation holds sentences together for this many scalars. If it is longer, it is too long to wait for, or its
    /// end was forgotten.
    static let reach = 200
    /// The deepest nesting that is tracked; deeper nesting is noise.
    private static let deepest = 8

    private var open: [Opened] = []

    /// Whether the position is outside all enclosures, or too far inside one.
    func isOutside(at position: Int) -> Bool {
        guard let outermost = open.first else { return true }
        return position - outermost.position > Self.reach
    }

    /// Whether a mark closes one of the open enclosures.
    func closes(_ scalar: Unicode.Scalar) -> Bool { open.contains { $0.closers.contains(scalar) } }

    /// Updates the open enclosures with the next scalar.
    mutating func pass(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, at position: Int) {
        if let match = open.lastIndex(where: { $0.closers.contains(scalar) }) {
            open.removeSubrange(match...)
        } else if let closers = Punctuation.closers[scalar], open.count < Self.deepest, opens(scalar, after: previous) {
            open.append(Opened(closers: closers, position: position))
        }
    }

    /// Whether a mark opens an enclosure.
    ///
    /// A straight quote opens one after white space (5" does not). A parenthesis opens none inside an emoticon. The angle
    /// quotes that some languages use in reverse open none after a letter.
    private func opens(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool {
        guard let previous else { return true }
        switch scalar {
        case "\"", "»": return previous.isSpace || Punctuation.opening.contains(previous)
        case "(": return previous != ":" && previous != ";" && previous != "="
        default: return true
        }
    }
}
