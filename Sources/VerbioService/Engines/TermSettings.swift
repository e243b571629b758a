import Conversations
import Interpreting
package import Language
package import Plumbing
import Providers

/// The glossary and the form of address of the settings.
package struct TermSettings: Sendable {
    let settings: Settings

    /// The glossary of the settings for two languages; nil if there is none.
    ///
    /// - Throws: `Problem` of kind `usage` that names the file and the line.
    package func glossary(for pair: LanguagePair) throws(Problem) -> Glossary? {
        guard let path = settings.text(.glossary) else { return nil }
        return try GlossaryImport.file(path, for: pair)
    }

    /// The form of address of the settings; nil if that is left to the translators.
    package func formality() throws(Problem) -> Formality? {
        guard let name = settings.text(.formality) else { return nil }
        guard let formality = Formality(rawValue: name) else {
            let value = settings.value(.formality)
            throw Problem(
                .usage, "config.value", "\(Setting.formality.name) is \(name) (\(value.origin))",
                cure: "use formal or informal")
        }
        return formality
    }

    /// Checks whether glossary and form of address can be used, before requests arrive with their languages.
    package func check() throws(Problem) {
        _ = try formality()
        do throws(Problem) {
            _ = try glossary(for: LanguagePair(from: .en, to: .es))
        } catch  where ["glossary.empty", "glossary.too-many"].contains(error.code) {
            // The glossary may have terms for other languages; then each request is checked.
        }
    }
}
