/// A term for the translation of one utterance: the spoken form, and the forms that the translation may use.
package struct GlossaryTerm: Sendable, Hashable, Codable {
    /// The term in the spoken language.
    package var source: String
    /// Its forms in the other language, the preferred one first; empty if the term is kept unchanged.
    package var targets: [String]
    /// A note for the translator; nil if there is none.
    package var note: String?

    package init(_ source: String, as targets: [String] = [], note: String? = nil) {
        self.source = source
        self.targets = targets
        self.note = note
    }

    /// Whether the term is kept unchanged.
    package var isKept: Bool { targets.isEmpty }

    /// The form that the translation should contain.
    package var wanted: String { targets.first ?? source }
}
