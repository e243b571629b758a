/// Names that are made of ordinary words: of people, firms, films and places.
enum KnownNames {
    private static let sections = WordFile("Language/known-names.txt").sectionsByName

    private static func words(_ section: String) -> Set<String> { Set(sections[section]?.words ?? []) }

    /// Texts that are only a name if they begin with a capital.
    static let whole = Set(sections["whole"]?.phrases ?? [])

    /// Words that names of several words begin with: articles, colours, attributes of places, streets, houses and firms.
    static let beginnings = words("beginnings")

    /// First names that are words of one of the languages as well.
    static let given = words("given")

    /// What a text begins with before a name follows, in addition to the most frequent words.
    static let openings = words("openings")

    /// Ordinary words that have a capital in one of the languages in any position, or if they address a person.
    static let capitalized = words("capitalized")
}
