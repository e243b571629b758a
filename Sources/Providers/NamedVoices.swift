package import Language

/// The voices that a request names: one, or one for each language, separated by commas.
package struct NamedVoices: Sendable, Hashable {
    package let names: [String]

    /// - Parameter text: such as `es-1` or `es-1,en-2`; spaces around a name do not matter.
    package init(_ text: String) {
        names = text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }.filter {
            !$0.isEmpty
        }
    }

    /// The voice for a language: the first that is listed for it. If there is none, it is the first without a language,
    /// because only the provider knows what that one speaks. Nil if all of them are for other languages.
    package func voice(for language: LanguageCode, listed voices: [SynthesizerCapabilities.Voice]) -> String? {
        names.first { name in voices.contains { $0.id == name && $0.language == language } }
            ?? names.first { name in !voices.contains { $0.id == name } }
    }
}
