/// The texts of an utterance as a user corrects them.
package struct CorrectedTexts: Sendable, Hashable {
    /// What happens to the translation.
    package enum Translation: Sendable, Hashable {
        /// It follows what was said, unless a user has written it: then it stays.
        case follows
        /// A user has written it.
        case given(String)
        /// An engine makes it, even if a user has written the present one.
        case madeAnew
    }

    /// What was said; nil if that is right.
    package var source: String?
    package var translation: Translation

    package init(source: String? = nil, translation: Translation = .follows) {
        self.source = source
        self.translation = translation
    }
}
