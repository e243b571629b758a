import Audio
import Configuration
import Conversations
import Interpreting
package import Language
import Plumbing
import Providers
import Resilience

/// The question what a recording would cost, with the engines of the settings or others that the operator offers.
package struct CostQuestion: Sendable {
    /// The spoken language; nil if it is not named. If it is, the engines have to know the languages.
    package var from: LanguageTag?
    /// The languages of the translations; empty if speech is only transcribed.
    package var targets: [LanguageTag]
    /// Whether translations are spoken.
    package var isSpoken = true
    package var listening = ConversationRequest.Listening()
    package var engines = EngineChoice()
    /// The voice, or one for each language. No price depends on it, but not every engine has it.
    package var voice: String?

    package init(into targets: [LanguageTag]) { self.targets = targets }

    /// The settings with what is asked for, and with the translator of the languages if there are two of them.
    ///
    /// - Parameter written: whether the input is text.
    /// - Throws: `Problem` of kind `usage`, code `engine.not-offered`.
    func assembly(_ assembly: Assembly, written: Bool) throws(Problem) -> Assembly {
        var own = try RequestedEngines(assembly: assembly, wanted: engines).applied()
        own.settings.set(.to, .string(targets.map(\.rawValue).joined(separator: ",")))
        if targets.isEmpty { own.settings.set(.translator, .stringArray([NoTranslation.name])) }
        if targets.isEmpty || !isSpoken { own.settings.set(.synthesizer, .stringArray(["none"])) }
        guard let from, targets.count == 1, let pair = try? LanguagePair(from, to: targets[0]) else { return own }
        return own.resolvingTranslators(for: [pair], written: written)
    }

    /// Compares the languages and the voice with what the engines can do, as far as these were named.
    ///
    /// - Parameter written: whether the input is text.
    /// - Throws: `Problem` of kind `usage`.
    func check(_ providers: ProviderSet, _ assembly: Assembly, written: Bool) throws {
        if let from {
            let pairs = try targets.map { try LanguagePair(from, to: $0) }
            for pair in pairs.isEmpty ? [LanguagePair(only: from)] : pairs {
                // Each of several languages may have another translator.
                let own = assembly.resolvingTranslators(for: [pair], written: written)
                var silent = targets.count > 1 ? try own.providers(written: written) : providers
                silent.synthesizers = nil
                try own.check(
                    silent, speaker: .user, pair: pair, channels: .mix, twoWay: false, written: written)
            }
        }
        guard voice != nil || engines.synthesizers != nil, let synthesizer = providers.synthesizers?.first else {
            return
        }
        do { try RequestCheck(pairs: targets.map(LanguagePair.init(only:)), voice: voice).check(synthesizer) } catch {
            var problem = error
            // The name of the option means nothing to a caller that is no command.
            if problem.code == "synthesizer.voice" { problem.place = "voice" }
            throw problem
        }
    }
}
