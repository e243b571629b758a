import Configuration
import Interpreting
import Language
import Plumbing
import Providers
import Resilience

/// The engines of a request to a service: those of the settings, or others that the operator lets requests choose.
struct RequestedEngines {
    let assembly: Assembly
    let wanted: EngineChoice

    /// The assembly with these engines.
    ///
    /// - Throws: `Problem` of kind `usage`, code `engine.not-offered`, if the operator does not offer an engine.
    func applied() throws(Problem) -> Assembly {
        var own = assembly
        guard wanted != EngineChoice() else { return own }
        try check(wanted.recognizers, .recognizer, at: "stt")
        try check(wanted.translators, .translator, at: "mt")
        try check(wanted.synthesizers, .synthesizer, at: "tts")
        let limit = try assembly.costLimit.dollars()
        wanted.apply(to: &own.settings)
        // A request can lower the operator's limit.
        if let limit, let asked = wanted.maximumCost {
            own.settings.set(.maximumCost, .double(min(limit, asked)))
        }
        return own
    }

    private func check(_ names: [String]?, _ setting: Setting, at parameter: String) throws(Problem) {
        guard let names else { return }
        let offered = assembly.settings.strings(setting) + assembly.settings.strings(.requestEngines)
        for name in names where !offered.contains(name) {
            throw Problem(
                .usage, "engine.not-offered", "'\(name.clipped(to: 60).printableOnOneLine)' is not offered here",
                at: parameter,
                cure: cure(for: name, among: offered, otherwise: "use one of: \(offered.joined(separator: ", "))"))
        }
    }
}

extension Assembly {
    /// The assembly for two languages, in both directions if there is a translator for both.
    ///
    /// - Parameter written: whether there is only text.
    func resolvingTranslators(forBothWaysOf pair: LanguagePair, written: Bool) -> Assembly {
        let both = resolvingTranslators(for: [pair, pair.reversed], written: written)
        let isBoth = both.settings.strings(.translator).contains(where: InstalledEngines.namesModels)
        return isBoth ? both : resolvingTranslators(for: [pair], written: written)
    }
}

/// Chains of engines that requests have chosen, by their names. They are made once, so that requests share their limits and what
/// is known about failing providers.
final class ChosenChains<Chain: Sendable>: Sendable {
    private let known = Locked<[(names: [String], chain: Chain)]>([])
    /// The most that are kept; the one that was not used for longest is dropped.
    private let most = 64

    func chain(_ names: [String], make: () throws -> Chain) rethrows -> Chain {
        try known.withLock { known in
            if let place = known.firstIndex(where: { $0.names == names }) {
                let found = known.remove(at: place)
                known.append(found)
                return found.chain
            }
            let chain = try make()
            if known.count >= most { known.removeFirst() }
            known.append((names, chain))
            return chain
        }
    }
}
