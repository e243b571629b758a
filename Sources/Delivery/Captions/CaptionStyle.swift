package import Language

/// The language of captions.
package enum CaptionStyle: String, Sendable, Codable, CaseIterable {
    /// The translation.
    case target
    /// What was said.
    case source
    /// The text that was said on one line, its translation on the line below.
    case bilingual

    /// The languages that are shown, in the order of their lines.
    package func languages(of pair: LanguagePair) -> [LanguageTag] {
        switch self {
        case .target: [pair.target]
        case .source: [pair.source]
        case .bilingual: [pair.source, pair.target]
        }
    }
}
