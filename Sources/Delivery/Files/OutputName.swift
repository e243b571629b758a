/// Names of output files.
public enum OutputName {
    /// UTF-8 bytes at most, so that language, extension and `.partial` fit into the 255 a file system takes.
    public static let maximumBytes = 200

    /// A file name made of any title: it stays in its folder, shows nothing it is not, and can be typed.
    ///
    /// Letters of all scripts stay. Separators, control characters, direction overrides and what other systems forbid
    /// become `-`; dots, hyphens and spaces at the ends go; what is over 200 bytes is cut between characters. A title
    /// with nothing left is called `conversation`.
    public static func base(from title: String) -> String {
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

    /// Whether the text can stand in a file's name as it is.
    static func isUsable(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isUsable) }

    private static func isUsable(_ scalar: Unicode.Scalar) -> Bool {
        !"/\\:*?\"<>|".unicodeScalars.contains(scalar) && !directionControls.contains(scalar.value)
            && ![.control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse].contains(
                scalar.properties.generalCategory)
    }

    /// Embeddings, overrides and isolates: they make a name read as another one.
    private static let directionControls: Set<UInt32> = Set([0x202A...0x202E, 0x2066...0x2069].joined())
}
