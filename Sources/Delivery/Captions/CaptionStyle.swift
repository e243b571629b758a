/// The language of captions.
package enum CaptionStyle: String, Sendable, Codable, CaseIterable {
    /// The translation.
    case target
    /// What was said.
    case source
    /// The text that was said on one line, its translation on the line below.
    case bilingual
}
