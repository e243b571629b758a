/// The words that identify a language written in Latin letters, typed from general knowledge.
///
/// Words are ordered roughly by falling frequency; elided words keep their apostrophe (`l'`). The lists cover the same things in
/// each language, so that no language is known better than another. Nothing is derived from a corpus: ``LatinModel`` computes
/// its letter statistics from these words at its first use.
struct WordList: Sendable {
    /// The words, the most frequent ones first.
    let words: String
    /// Endings of words of the language, for the letter statistics alone.
    let endings: [String]

    init(of language: LanguageCode) {
        let sections = WordFile("Language/\(language.rawValue).txt").sectionsByName
        // Function words and the most frequent other words; words of everyday conversation; then replies, courtesies,
        // requests, and the things of everyday life.
        words = ["frequent", "common", "spoken"].compactMap { sections[$0]?.text }.joined(separator: " ")
        endings = sections["endings"]?.words ?? []
    }
}
