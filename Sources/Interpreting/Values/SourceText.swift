internal import Language

/// The text of one utterance, as its neighbours see it.
struct SourceText: Sendable {
    /// `user` or `other`.
    var speaker: String
    var text: String
    var pair: LanguagePair
    /// Whether it is going to be translated in this run.
    var isToBeTranslated: Bool
}
