/// Characters that only Chinese or only Japanese writes, taken from the national character sets.
enum HanCharacters {
    /// Written in mainland China and not in Japan.
    static let simplified = set("simplified")

    /// Written in Taiwan and Hong Kong, and neither in mainland China nor usually in Japan.
    static let traditional = set("traditional")

    /// Written in Japan and not in Chinese: its own simplified forms and characters made there.
    static let japanese = set("japanese")

    private static func set(_ name: String) -> Set<Unicode.Scalar> {
        let text = WordFile("Language/characters.txt").sectionsByName[name]?.text ?? ""
        return Set(text.unicodeScalars.filter { Script(of: $0) == .han })
    }
}
