internal import Guards
internal import Providers

/// A translation, and what the guards say of it.
struct CheckedTranslation: Sendable {
    var translation: Translation
    /// Nil if the guards have not looked at it yet.
    var findings: [GuardFinding]?
    /// What was wrong with the other answer, if there are two.
    var refused: [TranslationFlag]

    var flags: [TranslationFlag] { findings?.map(\.stored) ?? [] }

    init(translation: Translation, findings: [GuardFinding]? = nil, refused: [GuardFinding]? = nil) {
        self.translation = translation
        self.findings = findings
        self.refused = refused?.map(\.stored) ?? translation.refused
    }
}
