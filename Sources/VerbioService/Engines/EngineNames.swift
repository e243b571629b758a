import LocalEngines
import Plumbing
import Providers
import SimulatedProviders

/// What an engine's name tells by itself, whatever the settings are.
package enum EngineNames {
    /// The name for the engine that this machine has.
    package static let automatic = "auto"
    /// The name for no voice.
    static let silent = "none"

    /// All engines of this machine by name. An engine with several stages is there once for each.
    private static let offline = Dictionary(grouping: LocalEngineSettings().engines(), by: \.name)

    /// The engines of this machine that speak.
    package static var speaking: [String] {
        offline.filter { $0.value.contains { $0.stage == .synthesis } }.keys.sorted()
    }

    static func isOffline(_ name: String) -> Bool { offline[name] != nil }

    /// The engine in a name with a model (`whisper/base`).
    package static func engine(of name: String) -> String {
        let head = String(name.prefix { $0 != "/" })
        return takesModel(head) ? head : name
    }

    /// Whether a model's name may follow the engine's name.
    static func takesModel(_ engine: String) -> Bool { offline[engine]?.contains(where: \.takesModel) ?? false }

    /// Whether an engine of that name runs on this machine.
    package static func isLocal(_ name: String) -> Bool {
        isOffline(engine(of: name)) || [automatic, silent].contains(name) || name.hasPrefix(SimulatedProviders.prefix)
    }

    /// The stages of the engine of this machine with that name; nil if it is a provider's, or if there is none.
    static func stages(of name: String) -> Set<Stage>? {
        if name == automatic { return [.recognition, .synthesis] }
        if let engines = offline[engine(of: name)] { return Set(engines.map(\.stage)) }
        return name.hasPrefix(SimulatedProviders.prefix) ? Set(Stage.allCases) : nil
    }
}
