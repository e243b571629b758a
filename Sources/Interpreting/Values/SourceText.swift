internal import Language

/// The text of one utterance, as the requests of other utterances show it.
struct SourceText: Sendable {
    /// `user` or `other`.
    var speaker: String
    var text: String
    var pair: LanguagePair
    /// Whether this run translates it.
    var isToBeTranslated: Bool
}
