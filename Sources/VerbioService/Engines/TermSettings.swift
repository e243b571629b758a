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
        try AnswerSetting.formality.word(in: settings).flatMap(Formality.init)
    }

    /// Checks whether the settings can be used that requests need not give, before requests arrive with their languages.
    package func check() throws(Problem) {
        for answer in AnswerSetting.all { _ = try answer.word(in: settings) }
        do throws(Problem) {
            _ = try glossary(for: LanguagePair(from: .en, to: .es))
        } catch  where ["glossary.empty", "glossary.too-many"].contains(error.code) {
            // The glossary may have terms for other languages; then each request is checked.
        }
    }
}
