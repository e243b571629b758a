package import Language
package import Providers

/// Whether one offline engine can be used, and what to do if it cannot.
package struct EngineStatus: Sendable, Hashable, Codable {
    /// The name: `whisper`, `pocketsphinx`, `firefox`, `ct2`, `llama`, `apertium`, `piper`, `espeak-ng`, `flite` or `open-jtalk`.
    package var name: String
    package var stage: Stage
    /// Whether it works for at least some languages.
    package var installed: Bool
    /// The version that it reports; nil if it reports none or is not installed.
    package var version: String?
    /// The languages that it can process now; for translation those of ``pairs``.
    package var languages: Set<LanguageCode>
    /// For translation: the pairs that it can translate now, also by way of a third language.
    package var pairs: Set<LanguagePair> = []
    /// What is missing, each as one clause; empty if nothing is.
    package var missing: [String]
    /// The command that installs what is missing; nil if nothing is.
    package var installCommand: String?

    package init(
        name: String, stage: Stage, installed: Bool, version: String? = nil, languages: Set<LanguageCode> = [],
        missing: [String] = [], installCommand: String? = nil
    ) {
        self.name = name
        self.stage = stage
        self.installed = installed
        self.version = version
        self.languages = languages
        self.missing = missing
        self.installCommand = installCommand
    }

    /// The status of a translator.
    package init(
        translator name: String, installed: Bool, version: String?, pairs: Set<LanguagePair>, missing: [String],
        installCommand: String?
    ) {
        self.init(
            name: name, stage: .translation, installed: installed, version: version,
            languages: Set(pairs.flatMap { [$0.from, $0.to] }), missing: missing, installCommand: installCommand)
        self.pairs = pairs
    }

    /// Languages and pairs are listed in the order of ``LanguageCode``, so that two lists of the same engine are equal.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(stage, forKey: .stage)
        try container.encode(installed, forKey: .installed)
        try container.encodeIfPresent(version, forKey: .version)
        try container.encode(LanguageCode.known.filter(languages.contains), forKey: .languages)
        try container.encode(
            pairs.sorted { ($0.place, $0.description) < ($1.place, $1.description) }, forKey: .pairs)
        try container.encode(missing, forKey: .missing)
        try container.encodeIfPresent(installCommand, forKey: .installCommand)
    }
}

extension LanguagePair {
    /// The place among all pairs of languages.
    fileprivate var place: Int { from.place * LanguageCode.known.count + to.place }
}
