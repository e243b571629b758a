/// The wish for a shorter translation, because a voice needs longer for the first one than there is time.
package struct ShorterWish: Sendable, Hashable {
    /// The translation that is too long.
    package var longer: String
    /// How many characters the shorter one may have, spaces included.
    package var characters: Int

    package init(longer: String, characters: Int) {
        self.longer = longer
        self.characters = characters
    }
}

extension Translation {
    /// The translation that this one replaced because it was too long for its place; nil if there was none.
    package var longerText: String? {
        notes.first { $0.hasPrefix(Self.longerNote) }.map { String($0.dropFirst(Self.longerNote.count)) }
    }

    /// Notes the translation that this one replaces. So the longer text is kept with the shorter one.
    package mutating func note(longer text: String) { notes.append(Self.longerNote + text) }

    /// Whether a note has the text of a longer translation.
    static func isOnLonger(_ note: String) -> Bool { note.hasPrefix(longerNote) }

    private static let longerNote = "shortened-from:"
}
