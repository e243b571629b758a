/// What the identification of a language written in Latin letters knows about it, typed from general knowledge.
///
/// Words are separated by white space and stand roughly by falling frequency; elided ones keep their apostrophe (`l'`).
/// The lists name the same things in each language, so that none is known better than another. Nothing is derived from
/// a corpus: ``LatinModel`` works its letter statistics out from these words when it is first used.
struct WordList: Sendable {
    /// Function words and the most frequent others.
    let frequent: String
    /// Words of everyday conversation.
    let common: String
    /// Replies, courtesies, what is asked of somebody, and the things of every day.
    let spoken: String
    /// What words of the language end in, for the letter statistics alone.
    let endings: String
}
