import Configuration
package import Conversations
import Interpreting
import Language
import Plumbing
import Providers
package import Resilience

/// The phrase book of a scope, for a program.
package protocol PhraseService: Sendable {
    /// Translates and speaks a phrase, and stores it; see ``PhraseBook/add(_:with:)``. Equal additions at the same time are made
    /// once. The work is finished even if the caller is cancelled, because it may be paid for.
    ///
    /// - Parameter allowance: what it may cost; nil if there is no limit other than that of the settings.
    /// - Throws: `Problem` of kind `usage`: `phrase.…`, `cost.limit`, or an engine that does not know the languages; of kind
    ///   `provider` or `store`.
    func add(
        _ addition: PhraseBook.Addition, within allowance: (any Allowance)?
    ) async throws -> PhraseBook.Added

    /// Makes a phrase of an utterance, with its translation and the speech of that. Only missing speech is made.
    ///
    /// - Throws: `Problem` as ``add(_:)``; `phrase.untranslated` if the utterance has no translation.
    func keep(
        _ record: UtteranceRecord, tags: [String], within allowance: (any Allowance)?
    ) async throws -> PhraseBook.Added
}

extension PipelineService {
    package func add(
        _ addition: PhraseBook.Addition, within allowance: (any Allowance)?
    ) async throws -> PhraseBook.Added {
        try await add(addition, heard: nil, allowance)
    }

    package func keep(
        _ record: UtteranceRecord, tags: [String], within allowance: (any Allowance)?
    ) async throws -> PhraseBook.Added {
        guard let text = record.saidText, let translation = record.translation else {
            throw Problem(
                .usage, "phrase.untranslated", "the utterance has no translation",
                cure: "send its text, so that it is translated")
        }
        var addition = PhraseBook.Addition(text, record.pair)
        (addition.translation, addition.tags) = (translation.text, tags)
        return try await add(addition, heard: record.speech, allowance)
    }

    /// - Parameter speech: the speech of the translation, if there is one.
    private func add(
        _ addition: PhraseBook.Addition, heard speech: SpokenAudio?, _ allowance: (any Allowance)?
    ) async throws -> PhraseBook.Added {
        var addition = try PhraseBook.checked(addition)
        if addition.translation == nil { try assembly.settings.requireTranslator() }
        let providers = try providers(for: addition.pair)
        try assembly.costLimit.check(allowance, providers)
        addition.pair = providers.withSupportedVarieties(addition.pair, bothWays: false)
        try assembly.languages.checkScripts(of: [addition.pair], providers)
        var assembly = assembly
        if let voice = addition.voice {
            if let synthesizers = providers.synthesizers {
                do {
                    try RequestCheck(pairs: [addition.pair], voice: voice, isWritten: true).check(synthesizers.first)
                } catch {
                    var problem = error
                    problem.place = error.code == "synthesizer.voice" ? "voice" : "to"
                    throw problem
                }
            }
            assembly.settings.set(.voice, .string(voice))
        }
        let (checked, book) = (addition, PhraseBook(assembly, store: store, within: allowance))
        let id = PhraseID(text: checked.text, pair: checked.pair)
        return try await Task { [turns] in
            try await turns.run("\(store.scope) \(id)") {
                if let speech { try await book.reuse(speech, to: checked) }
                return try await book.add(checked, with: providers)
            }
        }.value
    }
}
