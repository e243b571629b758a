import Configuration
import Language
package import LocalEngines
import LocalModels
package import Plumbing
import Providers

/// The one command that raises quality most on this machine, for the languages of its user.
package struct QualityAdvice: Sendable {
    /// What is missing or weak, and what the command makes of it; or that nothing is.
    package let says: String
    /// Nil if the catalogue has nothing better.
    package let command: String?

    /// - Parameter inventory: the engines of this machine.
    /// - Throws: `Problem` if the settings or the catalogue cannot be read.
    package init(_ assembly: Assembly, _ inventory: [EngineStatus]) throws(Problem) {
        let languages = LanguageKit.usualLanguages(assembly, inventory)
        let kit = try LanguageKit(languages, assembly, inventory)
        let names = languages.map(\.englishName).formatted
        guard !kit.missing.isEmpty else {
            says = "\(names): the best models of the catalogue are installed"
            command = nil
            return
        }
        let weaknesses = Self.weaknesses(kit, assembly, inventory)
        let megabytes = (kit.bytes + (kit.needsPython(assembly) ? 90_000_000 : 0) + 500_000) / 1_000_000
        says = "\(weaknesses.joined(separator: ", ")); what follows \(Self.outcome(kit)), \(megabytes) MB"
        command = "verbio models install --for " + languages.map(\.rawValue).joined(separator: ",")
    }

    /// What the kit would make better, each as one clause, the most important first.
    private static func weaknesses(_ kit: LanguageKit, _ assembly: Assembly, _ inventory: [EngineStatus]) -> [String] {
        let lacking = Set(kit.parts.filter { !$0.isHere }.map(\.task))
        var clauses: [String] = []
        if lacking.contains("translation") { clauses += translations(kit, assembly) }
        if lacking.contains("recognition") {
            let heard = inventory.filter { $0.stage == .recognition && $0.installed }
            let unheard = kit.languages.filter { code in !heard.contains { $0.languages.contains(code) } }
            clauses.append(
                unheard.isEmpty
                    ? "recognition is weak (\(heard.map(\.name).joined(separator: ", ")))"
                    : "\(unheard.map(\.englishName).formatted) \(unheard.count == 1 ? "is" : "are") not recognized")
        }
        if lacking.contains("voice") {
            let voices = kit.parts.filter { $0.task == "voice" && !$0.isHere }.map(\.does)
            clauses.append("\(voices.formatted) \(voices.count == 1 ? "has" : "have") no good voice")
        }
        return clauses.isEmpty ? ["music and other sounds can be mistaken for speech"] : clauses
    }

    /// Clauses on directions without a good translator.
    private static func translations(_ kit: LanguageKit, _ assembly: Assembly) -> [String] {
        let states = kit.directions.map { direction in
            (direction: direction.spelledOut, state: assembly.selection.state(of: direction))
        }
        let kinds = states.map(\.state).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return kinds.filter { !$0.hasPrefix("good") }.map { kind in
            let directions = states.filter { $0.state == kind }.map(\.direction)
            let shown = directions.count > 3 ? "\(directions.count) directions" : directions.formatted
            return "\(shown) \(directions.count == 1 ? "is" : "are") \(kind)"
        }
    }

    /// What the kit does: `makes it good`, by the grade of its weakest translation, if it changes translations.
    private static func outcome(_ kit: LanguageKit) -> String {
        let translations = kit.parts.filter { $0.task == "translation" }
        guard translations.contains(where: { !$0.isHere }) else { return "mends that" }
        switch translations.map(\.quality).min() ?? .usual {
        case .good: return "makes it good"
        case .fair: return "makes it fair"
        case .rough: return "translates roughly"
        case .usual: return "translates"
        }
    }
}

extension [String] {
    /// `one, two and three`.
    fileprivate var formatted: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
    }
}
