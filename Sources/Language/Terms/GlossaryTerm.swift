/// A term as one utterance is to be translated with it: how it is said, and the forms of it that the translation may use.
public struct GlossaryTerm: Sendable, Hashable, Codable {
    /// The term in the language that is spoken.
    public var source: String
    /// Its forms in the other language, the one wanted most first; empty where the term stays as it is.
    public var targets: [String]
    /// What a translator should know of it; nil for nothing.
    public var note: String?

    public init(_ source: String, as targets: [String] = [], note: String? = nil) {
        self.source = source
        self.targets = targets
        self.note = note
    }

    /// Whether it is to stay as it is.
    public var isKept: Bool { targets.isEmpty }

    /// What the translation is to hold.
    public var wanted: String { targets.first ?? source }
}
