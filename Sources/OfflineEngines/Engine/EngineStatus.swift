public import Language
public import Providers

/// Whether one offline engine can be used, and what to do where it cannot.
public struct EngineStatus: Sendable, Hashable, Codable {
    /// `whisper`, `pocketsphinx`, `ct2`, `apertium`, `piper`, `espeak-ng`, `flite`.
    public var name: String
    public var stage: Stage
    /// Whether it does its work for at least some languages.
    public var installed: Bool
    /// What it says of its version; nil where it says nothing or is not installed.
    public var version: String?
    /// The languages it can work in now; for translation those of ``pairs``.
    public var languages: Set<LanguageCode>
    /// For translation: the pairs it can do now, also by way of a third language.
    public var pairs: Set<LanguagePair>
    /// What is not there, each as one clause; empty where all is well.
    public var missing: [String]
    /// The command that brings what is missing, nil where nothing is.
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
