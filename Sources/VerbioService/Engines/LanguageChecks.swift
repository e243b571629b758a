import Configuration
import Conversations
package import Interpreting
package import Language
package import Plumbing
import Providers
import Resilience
import ScriptConversion

extension ProviderSet {
    /// The pair with only the varieties that make a difference to an engine. If no engine accepts a region, the region
    /// is left out, so that the work is the same as without it. The script of Chinese always makes a difference.
    ///
    /// - Parameter bothWays: whether both languages are heard, and both are translated into.
    package func withSupportedVarieties(_ pair: LanguagePair, bothWays: Bool) -> LanguagePair {
        pair.replacing { tag in
            let isHeard = bothWays || tag == pair.source
            let isWritten = bothWays || tag == pair.target
            return tag.isScript || engines(isHeard, isWritten).contains { $0.varieties.contains(tag) }
                ? tag : LanguageTag(tag.code)
        }
    }

    /// The engines that a language concerns, by its role, with the varieties that they accept.
    fileprivate func engines(_ isHeard: Bool, _ isWritten: Bool) -> [(name: String, varieties: Set<LanguageTag>)] {
        let hearing = isHeard ? recognizers.providers.map { ($0.descriptor.name, $0.capabilities.varieties) } : []
        guard isWritten else { return hearing }
        return hearing + translators.providers.map { ($0.descriptor.name, $0.capabilities.varieties) }
            + (synthesizers?.providers.map { ($0.descriptor.name, $0.capabilities.varieties) } ?? [])
    }
}

/// Compares the languages of a request with those that the engines accept.
package struct LanguageChecks: Sendable {
    let settings: Settings
    let chinese: ChineseConverter

    /// Asks the translator's server which pairs it has installed, so that a missing one is told once, before the run.
    ///
    /// - Throws: `Problem` of kind `usage`, code `translator.pair`.
    func checkOffer(of providers: ProviderSet, _ pairs: [LanguagePair]) async throws(Problem) {
        // A fallback may have the pair.
        guard providers.translates, providers.translators.links.count == 1,
            let offered = await providers.translators.first.offeredPairs()
        else { return }
        try RequestCheck(pairs: pairs).check(providers.translators.first, offering: offered)
    }

    /// Checks whether Chinese can be written in the requested script.
    ///
    /// - Throws: `Problem` of kind `provider` if that needs ICU, which is not there.
    package func checkScripts(of pairs: [LanguagePair], _ providers: ProviderSet) throws(Problem) {
        let needsConversion = pairs.contains { pair in
            pair.target == .zhHant && !providers.translators.first.capabilities.varieties.contains(.zhHant)
        }
        guard needsConversion, let fault = chinese.fault else { return }
        throw Problem(
            .provider, "icu.missing",
            "\(providers.translators.first.descriptor.name) writes simplified characters, and ICU, which converts them, "
                + "cannot be used (\(fault.message))", cure: "run '\(fault.installCommand)'")
    }

    /// The notes on the given languages: which part of a tag makes no difference, and to which engine.
    ///
    /// - Parameter pair: the languages that were used for them.
    package func notes(_ pair: LanguagePair, bothWays: Bool, _ providers: ProviderSet) -> [String] {
        var notes: [String] = []
        let targets = settings.targets.map { ($0, pair.target, false) }
        for (text, tag, isSource) in [(settings.string(.from), pair.source, true)] + targets {
            guard !text.isEmpty, let reading = try? LanguageTag.reading(text),
                reading.tag.code == tag.code
            else { continue }
            if let note = reading.note { notes.append(note) }
            guard reading.tag.variety != nil, !reading.tag.isScript else { continue }
            let unaware = providers.engines(bothWays || isSource, bothWays || !isSource)
                .filter { !$0.varieties.contains(reading.tag) }.map(\.name)
            if reading.tag != tag {
                notes.append("'\(text)' is taken as \(tag): the region makes no difference here")
            } else if !unaware.isEmpty {
                notes.append("'\(text)' is no more than \(tag.code) to \(unaware.joined(separator: " and "))")
            }
        }
        if pair.source.chineseScript ?? pair.target.chineseScript != nil, let fault = chinese.fault {
            notes.append(
                "Chinese stays in the script that an engine writes it in, as ICU cannot be used (\(fault.message)); "
                    + "run '\(fault.installCommand)'")
        }
        return notes
    }
}
