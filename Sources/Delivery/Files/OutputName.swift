/// Names of output files.
package enum OutputName {
    /// The maximum number of UTF-8 bytes, so that language, extension and `.partial` fit into the 255 that a file system
    /// accepts.
    package static let maximumBytes = 200

    /// A safe file name made of any title: it stays in its folder, does not look like another name, and can be typed.
    ///
    /// Letters of all scripts stay. Separators, control characters, direction overrides and characters that other systems
    /// forbid become `-`. Dots, hyphens and spaces at the ends are removed. If the name is over 200 bytes, it is cut between
    /// characters. If nothing is left of a title, the name is `conversation`.
    package static func base(from title: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in title.unicodeScalars {
            scalars.append(isUsable(scalar) ? scalar : "-")
        }
        let text = String(scalars)
        let isEdge = { (character: Character) in ".- ~".contains(character) || character.isWhitespace }
        var name = text.drop(while: isEdge)
        var bytes = name.utf8.count
        while bytes > maximumBytes || name.last.map(isEdge) == true {
            bytes -= name.removeLast().utf8.count
        }
        return name.isEmpty ? "conversation" : String(name)
    }

    /// Whether the text can be part of a file name without a change.
    static func isUsable(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isUsable) }

    private static func isUsable(_ scalar: Unicode.Scalar) -> Bool {
        !"/\\:*?\"<>|".unicodeScalars.contains(scalar) && !directionControls.contains(scalar.value)
            && ![.control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse].contains(
                scalar.properties.generalCategory)
    }

    /// Embeddings, overrides and isolates: with them a name can look like another one.
    private static let directionControls: Set<UInt32> = Set([0x202A...0x202E, 0x2066...0x2069].joined())
}
