internal import Language

/// The text of one utterance, as the requests of other utterances show it.
struct SourceText: Sendable {
    /// `user` or `other`.
    var speaker: String
    var text: String
    var pair: LanguagePair
    /// When it begins, in samples of the speech clock.
    var start: Int
    /// Whether this run translates it.
    var isToBeTranslated: Bool
}
