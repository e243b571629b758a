import Conversations
import Interpreting
import Language
import Plumbing
import Providers

extension Assembly {
    /// The glossary of the settings for two languages; nil where there is none.
    ///
    /// - Throws: `Problem` of kind `usage` that names the file and the line.
    func glossary(for pair: LanguagePair) throws(Problem) -> Glossary? {
        guard let path = settings.text(.glossary) else { return nil }
        return try GlossaryImport.file(path, for: pair)
    }

    /// The form of address of the settings; nil where that is left to the translators.
    func formality() throws(Problem) -> Formality? {
        guard let name = settings.text(.formality) else { return nil }
        guard let formality = Formality(rawValue: name) else {
            let value = settings.value(.formality)
            throw Problem(
                .usage, "config.value", "\(Setting.formality.name) is \(name) (\(value.origin))",
                cure: "use formal or informal")
        }
        return formality
    }

    /// Looks whether glossary and form of address can be used, before requests come that tell for which languages.
    func checkTerms() throws(Problem) {
        _ = try formality()
        do throws(Problem) {
            _ = try glossary(for: LanguagePair(from: .en, to: .es))
        } catch  where ["glossary.empty", "glossary.too-many"].contains(error.code) {
            // It may have terms for other languages; then a request tells.
        }
    }
}

extension Session {
    /// What was asked for and cannot be had, and what is missing, one sentence each.
    var notices: [String] {
        languageNotices + formalityNotices + glossaryNotices + batchNotices + modelNotices + assembly.providerNotices()
    }

    private var languageNotices: [String] {
        let settings = conversation.settings
        return assembly.languageNotes(
            settings.pair, bothWays: settings.hasBothSides || settings.speaker == .other, providers)
    }

    private var modelNotices: [String] {
        conversation.isWritten ? [] : assembly.modelNotice(model).map { [$0] } ?? []
    }

    private var batchNotices: [String] {
        guard conversation.settings.batchLines == nil,
            let lines = try? assembly.settings.batchLines(), lines > 1
        else { return [] }
        let translator = providers.translators.first
        if translator.batcher == nil {
            return ["\(translator.descriptor.name) translates one utterance at a time, so --batch changes nothing"]
        }
        guard conversation.isWritten else { return [] }
        return ["what comes from a pipe is translated as it comes, so --batch changes nothing: name a file"]
    }

    /// The languages that are translated into.
    private var targets: [LanguageCode] {
        let (settings, pair) = (conversation.settings, conversation.settings.namedPair)
        return settings.hasBothSides ? [pair.to, pair.from] : [pair.to]
    }

    private var glossaryNotices: [String] {
        guard !(conversation.settings.glossary?.isEmpty ?? true) else { return [] }
        return untold(targets, \.termLanguages, "the glossary's terms")
    }

    /// Names the translators that cannot be told something for all of some languages.
    private func untold(
        _ languages: [LanguageCode], _ told: KeyPath<TranslatorCapabilities, Set<LanguageCode>>, _ what: String
    ) -> [String] {
        providers.translators.providers.compactMap { translator in
            let untold = languages.filter { !translator.capabilities[keyPath: told].contains($0) }
            guard !untold.isEmpty else { return nil }
            let named = untold == languages ? "" : " for " + untold.map(\.englishName).joined(separator: ", ")
            return "\(translator.descriptor.name) cannot be told \(what)\(named)"
        }
    }

    private var formalityNotices: [String] {
        guard let formality = conversation.settings.formality else { return [] }
        let telling = targets.filter { formality.address(in: $0) != nil }
        guard !telling.isEmpty else {
            return ["English has one form of address for everybody, so --formality changes nothing"]
        }
        return untold(telling, \.addressedLanguages, "a form of address")
    }
}
