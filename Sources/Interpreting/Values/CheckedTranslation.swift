internal import Guards
internal import Providers

/// A translation, and the findings of the guards.
struct CheckedTranslation: Sendable {
    var translation: Translation
    /// Nil if the guards have not checked it yet.
    var findings: [GuardFinding]?
    /// The faults of the other answer, if there are two.
    var refused: [TranslationFlag]

    var flags: [TranslationFlag] { findings?.map(\.stored) ?? [] }

    init(translation: Translation, findings: [GuardFinding]? = nil, refused: [GuardFinding]? = nil) {
        self.translation = translation
        self.findings = findings
        self.refused = refused?.map(\.stored) ?? translation.refused
    }
}
