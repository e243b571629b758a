import FoundationEssentials
import Language
import LocalEngines
import Plumbing
import ProviderAdapters
import Providers
import VerbioService

/// The engines of this machine and the declared providers, with their stages and prices.
struct ProviderListing {
    let assembly: Assembly
    let engines: [EngineStatus]
    let setup: ProviderSetup
    /// The offers of each provider, stage by stage; for the engines of this machine, only of those that are installed.
    let offers: [StageOffer]

    /// - Parameter note: called if a provider's list cannot be fetched, for instance because its key is invalid.
    init(_ settings: Settings, note: (Problem) -> Void) async throws {
        assembly = Assembly(settings, requiresKeys: false)
        engines = await offlineEngineInventory(try assembly.local.settings())
        setup = try assembly.engines.remote()
        let names =
            engines.filter(\.installed).map { ($0.name, [$0.stage]) }
            + (try setup.catalog.providers.keys.sorted().map { [assembly] in
                ($0, Stage.allCases.filter(try assembly.engines.stages(of: $0).contains))
            })
        let estimate = try CostEstimate(of: .minute, settings)
        var offers: [StageOffer] = []
        for (name, stages) in names {
            do {
                offers += try Self.offers(of: name, stages, assembly, estimate)
            } catch let problem as Problem where problem.kind == .provider {
                note(problem)
            }
        }
        self.offers = offers
    }

    private static func offers(
        of name: String, _ stages: [Stage], _ assembly: Assembly, _ estimate: CostEstimate
    ) throws -> [StageOffer] {
        try stages.compactMap { stage in
            switch stage {
            case .recognition: StageOffer(try assembly.engines.recognizer(name), estimate)
            case .translation: StageOffer(try assembly.engines.translator(name), estimate)
            case .synthesis: try assembly.engines.synthesizer(name).map { StageOffer($0, estimate) }
            }
        }
    }

    /// The declared providers in the order of their names.
    var declared: [(name: String, declaration: ProviderDeclaration)] {
        setup.catalog.providers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The requirement for calls to a provider: `set GROQ_API_KEY`.
    func key(of name: String, _ provider: ProviderDeclaration) -> String {
        guard !provider.allKeys.isEmpty else { return "needs none" }
        let variable = provider.allKeys.joined(separator: ", ")
        if setup.keyFault(of: name) != nil { return "unusable" }
        if setup.hasKey(provider) {
            let set = provider.allKeys.count > 1 ? "are set" : "is set"
            return provider.keyOptional ?? false ? "\(variable), if it wants one" : set
        }
        return "set \(variable)"
    }

    /// The notes on models that will be shut down, only for providers in use.
    func sunsets(of names: [String]) -> [String] {
        let today = assembly.today
        var told: Set<String> = []
        return names.filter { setup.catalog.providers[$0].map(setup.hasKey) ?? false }
            .flatMap { name in
                Stage.allCases.compactMap { setup.sunset(of: name, $0)?.sentence(of: name, today: today) }
            }
            .filter { told.insert($0).inserted }
    }

    /// The languages that an engine of this machine covers, and whether its translations are rough.
    func coverage(of engine: EngineStatus) -> String {
        let isRough = offers.contains {
            $0.provider == engine.name && $0.stage == engine.stage && $0.quality == .rough
        }
        return Self.languages(of: engine) + (isRough ? ", rough" : "")
    }

    private static func languages(of engine: EngineStatus) -> String {
        let languages = engine.languages.summary
        guard engine.stage == .translation else { return languages.isEmpty ? "–" : languages }
        return engine.pairs.isEmpty ? "–" : "\(engine.pairs.count) pairs of \(languages)"
    }
}
