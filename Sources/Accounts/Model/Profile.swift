package import Language
internal import Plumbing

/// What a person states about themselves, and their preferences.
package struct Profile: Sendable, Hashable, Codable {
    /// How pages are coloured.
    package enum Theme: String, Sendable, Hashable, Codable, CaseIterable {
        /// The theme of the device.
        case system
        case light
        case dark
    }

    /// The most bytes of a name and of a voice's name.
    package static let maximumTextBytes = 254
    /// The most languages.
    package static let maximumLanguages = 12

    package var name: String?
    /// The person's languages, the preferred one first.
    package var languages: [LanguageTag]
    package var voice: String?
    /// The form of address in translations; nil leaves it to the engine.
    package var formality: Formality?
    package var theme: Theme

    package init(
        name: String? = nil, languages: [LanguageTag] = [], voice: String? = nil, formality: Formality? = nil,
        theme: Theme = .system
    ) {
        self.name = name
        self.languages = languages
        self.voice = voice
        self.formality = formality
        self.theme = theme
    }

    /// Whether a text can be a name: not empty, not too long, and nothing in it that changes how other texts are shown.
    static func isText(_ text: String) -> Bool {
        (1...maximumTextBytes).contains(text.utf8.count) && text.contains { !$0.isWhitespace }
            && !text.unicodeScalars.contains(where: \.isHarmful)
    }
}
