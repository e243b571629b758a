public import Language
public import Providers

/// Whether one offline engine can be used, and what to do if it cannot.
public struct EngineStatus: Sendable, Hashable, Codable {
    /// The name: `whisper`, `pocketsphinx`, `ct2`, `apertium`, `piper`, `espeak-ng` or `flite`.
    public var name: String
    public var stage: Stage
    /// Whether it works for at least some languages.
    public var installed: Bool
    /// The version that it reports; nil if it reports none or is not installed.
    public var version: String?
    /// The languages that it can process now; for translation those of ``pairs``.
    public var languages: Set<LanguageCode>
    /// For translation: the pairs that it can translate now, also by way of a third language.
    public var pairs: Set<LanguagePair>
    /// What is missing, each as one clause; empty if nothing is.
    public var missing: [String]
    /// The command that installs what is missing; nil if nothing is.
    public var installCommand: String?

    public init(
        name: String, stage: Stage, installed: Bool, version: String? = nil, languages: Set<LanguageCode> = [],
        pairs: Set<LanguagePair> = [], missing: [String] = [], installCommand: String? = nil
    ) {
        self.name = name
        self.stage = stage
        self.installed = installed
        self.version = version
        self.languages = languages
        self.pairs = pairs
        self.missing = missing
        self.installCommand = installCommand
    }
}
