/// A term for the translation of one utterance: the spoken form, and the forms that the translation may use.
public struct GlossaryTerm: Sendable, Hashable, Codable {
    /// The term in the spoken language.
    public var source: String
    /// Its forms in the other language, the preferred one first; empty if the term is kept unchanged.
    public var targets: [String]
    /// A note for the translator; nil if there is none.
    public var note: String?

    public init(_ source: String, as targets: [String] = [], note: String? = nil) {
        self.source = source
        self.targets = targets
        self.note = note
    }

    /// Whether the term is kept unchanged.
    public var isKept: Bool { targets.isEmpty }

    /// The form that the translation should contain.
    public var wanted: String { targets.first ?? source }
}
