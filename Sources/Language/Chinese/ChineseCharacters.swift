/// The characters that have another form in the other script of Chinese.
enum ChineseCharacters {
    private static let sections = WordFile("Language/characters.txt").sectionsByName

    /// The simplified form of each traditional character.
    static let simplified: [Unicode.Scalar: Unicode.Scalar] = {
        let scalars = Array((sections["pairs"]?.text ?? "").unicodeScalars.filter(\.properties.isIdeographic))
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for index in stride(from: 0, to: scalars.count - 1, by: 2) { table[scalars[index]] = scalars[index + 1] }
        return table
    }()

    /// The simplified characters that traditional Chinese does not write. Some simplified forms are also characters of
    /// traditional Chinese.
    static let onlySimplified = Set(simplified.values).subtracting((sections["both"]?.text ?? "").unicodeScalars)
}
