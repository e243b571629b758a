/// A set of a few characters to search a text for.
///
/// Nearly every character of a text is not in the set, and its first scalar shows that. Only the others are compared as whole
/// characters, by canonical equivalence.
///
///     let stops: Marks = ".!?…"
///     text.split { stops.contains($0) }
package struct Marks: ExpressibleByStringLiteral, Sendable {
    private let marks: String
    /// One bit for each ASCII character.
    private let ascii: UInt128
    private let others: [Unicode.Scalar]

    package init(stringLiteral marks: String) {
        self.marks = marks
        let beginnings = marks.compactMap(\.unicodeScalars.first)
        ascii = beginnings.filter(\.isASCII).reduce(0) { $0 | 1 << UInt128($1.value) }
        others = beginnings.filter { !$0.isASCII }
    }

    /// Whether a character is one of them. Most characters are decided by their first scalar alone.
    package func contains(_ character: Character) -> Bool {
        guard let first = character.unicodeScalars.first else { return false }
        let mayBeOne = first.isASCII ? ascii >> UInt128(first.value) & 1 == 1 : others.contains(first)
        return mayBeOne && marks.contains(character)
    }
}
