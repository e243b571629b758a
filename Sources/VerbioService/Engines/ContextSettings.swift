package import Plumbing
package import Providers

/// What a translator is shown in addition to an utterance, as the settings say.
///
/// A language model on a server of the user's gets less if a setting is not given. It is often small and slow: six pairs and two
/// later lines cost 2.5 times the computing time, small models translate parts of them, and a summary takes up the server for a
/// minute.
package struct ContextSettings: Sendable {
    /// What one translator is shown.
    package struct Shown: Sendable {
        /// How many earlier pairs at most.
        package var pairs: Int
        /// How many of the next utterances.
        package var lookAhead: Int
        /// After how many utterances they are summarized; 0 if they are not.
        package var summaryBlock: Int
    }

    private let usual: Shown
    private let own: Shown

    /// The most pairs for a server of the user's. The oldest are dropped three at a time, so that it keeps two to four.
    private static let ownPairs = 4
    /// The next utterances that a translator is shown. Two decide most words that a sentence leaves open, and each costs as
    /// many tokens as a pair does without its translation.
    private static let lookAhead = 2

    /// - Throws: `Problem` of kind `usage` that names the setting which is out of its range.
    package init(_ settings: Settings) throws(Problem) {
        func isGiven(_ setting: Setting) -> Bool { settings.value(setting).origin != "default" }
        usual = Shown(
            pairs: try settings.int(.contextPairs, in: 0...64), lookAhead: Self.lookAhead,
            summaryBlock: try settings.int(.contextSummary, in: 0...1_000))
        own = Shown(
            pairs: isGiven(.contextPairs) ? usual.pairs : Self.ownPairs,
            lookAhead: 0,
            summaryBlock: isGiven(.contextSummary) ? usual.summaryBlock : 0)
    }

    /// What a translator is shown if it is the first one of a run.
    package func shown(to translator: any Translator) -> Shown {
        translator.capabilities.isOwnServer ? own : usual
    }
}
