/// The words that identify a language written in Latin letters, typed from general knowledge.
///
/// Words are separated by white space and ordered roughly by falling frequency; elided words keep their apostrophe (`l'`). The
/// lists cover the same things in each language, so that no language is known better than another. Nothing is derived from a
/// corpus: ``LatinModel`` computes its letter statistics from these words at its first use.
struct WordList: Sendable {
    /// Function words and the most frequent other words.
    let frequent: String
    /// Words of everyday conversation.
    let common: String
    /// Replies, courtesies, requests, and the things of everyday life.
    let spoken: String
    /// Endings of words of the language, for the letter statistics alone.
    let endings: String
}
