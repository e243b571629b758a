extension WordFile {
    /// The sections that are named after a language.
    package var sectionsByLanguage: [LanguageCode: Section] {
        Dictionary(sections.compactMap { section in LanguageCode(rawValue: section.name).map { ($0, section) } }) {
            first, _ in first
        }
    }
}
