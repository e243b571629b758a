internal import Guards
internal import Providers

/// An answer of a translator that the guards have checked, or that could not be requested again.
struct CheckedAnswer: Sendable {
    var recorded: Recorded<Translation>
    /// Nil if the guards have not checked it yet.
    var findings: [GuardFinding]?
    /// The faults of other answers; nil if there was none.
    var refused: [GuardFinding]?
    /// The call of its translator; nil if that takes no hints.
    var call: ProviderCall<any Translator>?

    var translation: CheckedTranslation {
        CheckedTranslation(translation: recorded.answer, findings: findings, refused: refused)
    }
}
