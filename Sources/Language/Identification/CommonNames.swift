/// Names that are not words of any language written in Latin letters.
///
/// So they are names in lower case as well, as many recognizers write them.
enum CommonNames {
    private static let sections = WordFile("Language/names.txt").sectionsByName

    /// The names of people, places and firms together.
    static let all = Set(["given", "family", "abroad", "places", "firms"].flatMap { sections[$0]?.words ?? [] })

    /// Names of several words, if at least one of the words is an ordinary word of some language.
    static let phrases = Set(sections["phrases"]?.phrases ?? [])
}
