import ArgumentParser
import FoundationEssentials
import Language
import OfflineEngines
import Plumbing
import ProviderAdapters
import Providers

extension Providers {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract:
                "Shows which engines are installed and which providers are configured, what each can do and what it costs.",
            discussion: """
                What a minute costs is reckoned as 'estimate' does, by the dated prices of the declarations: a minute of speech in \
                \(SpeechAmount.minute.utterances) utterances, each heard with \(Int(SpeechAmount.padding)) s around it, with \
                \(Int(UsageForecast.charactersPerSecond)) characters a second, and with the context of the settings.
                """)

        @Flag(help: "One JSON object: engines, providers, stages.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let console = Console()
            let settings = try await common.settings()
            let assembly = Assembly(settings: settings, requiresKeys: false)
            let engines = await offlineEngineInventory(try assembly.engines())
            let setup = try assembly.remoteProviders()
            let offers = try offers(assembly, engines, setup, try reckoning(settings)) { console.note("verbio: \($0)") }
            if json { return try print(engines, setup, offers, to: console) }
            try console.out("Engines on this machine")
            let rows = engines.map { engine in
                [
                    engine.stage.rawValue, engine.name, engine.installed ? engine.version ?? "installed" : "missing",
                    engine.stage == .translation ? pairs(engine.pairs) : languages(engine.languages),
                ]
            }
            for line in table(["stage", "engine", "version", "covers"], rows) { try console.out(line) }
            for engine in engines where !engine.missing.isEmpty {
                try console.out("\n\(engine.name) lacks \(engine.shortlyMissing)")
                if let command = engine.installCommand { try console.out("  \(command)") }
            }
            try console.out("\nProviders over the network (config/providers.yaml)")
            for line in table(["provider", "stt", "mt", "tts", "key"], remoteRows(setup)) { try console.out(line) }
            try console.out("\nWhat they can, and what a minute of speech costs")
            for line in table(StageOffer.header, offers.map(\.row)) { try console.out(line) }
            for note in sunsets(setup, today: today(assembly)) { try console.out("\n" + note) }
            try console.out(
                "\nBesides these there are simulated engines, sim:SCENARIO, for every stage and language.")
        }

        private func reckoning(_ settings: Settings) throws -> Reckoning {
            Reckoning(
                amount: .minute, lookAhead: try settings.int(.lookAhead, in: 0...16),
                batch: try settings.batchLines(), block: try settings.int(.contextSummary, in: 0...1_000))
        }

        /// What everybody does, in every stage; of the engines of this machine, those that are installed.
        ///
        /// - Parameter note: told of those who cannot be asked, as for a key that is none.
        private func offers(
            _ assembly: Assembly, _ engines: [EngineStatus], _ setup: ProviderSetup, _ reckoning: Reckoning,
            note: (Problem) -> Void
        ) throws -> [StageOffer] {
            var offers: [StageOffer] = []
            for name in engines.filter(\.installed).map(\.name) + setup.catalog.providers.keys.sorted() {
                do {
                    let stages = try assembly.stages(of: name)
                    for stage in Stage.allCases where stages.contains(stage) {
                        switch stage {
                        case .recognition: offers.append(StageOffer(try assembly.recognizer(name), reckoning))
                        case .translation: offers.append(StageOffer(try assembly.translator(name), reckoning))
                        case .synthesis:
                            try assembly.synthesizer(name).map { offers.append(StageOffer($0, reckoning)) }
                        }
                    }
                } catch let problem as Problem where problem.kind == .provider {
                    note(problem)
                }
            }
            return offers
        }

        private func remoteRows(_ setup: ProviderSetup) -> [[String]] {
            setup.catalog.providers.sorted { $0.key < $1.key }.map { name, provider in
                [
                    name, provider.recognition?.model ?? "–", provider.translation?.model ?? "–",
                    provider.synthesis?.model ?? "–", key(name, provider, setup),
                ]
            }
        }

        private func key(_ name: String, _ provider: ProviderDeclaration, _ setup: ProviderSetup) -> String {
            guard let variable = provider.key else { return "needs none" }
            if setup.keyFault(of: name) != nil { return "unusable" }
            if setup.hasKey(provider) {
                return provider.keyOptional ?? false ? "\(variable), if it wants one" : "is set"
            }
            return "set \(variable)"
        }

        /// What is said of models whose days are numbered: of those that are in use only.
        private func sunsets(_ setup: ProviderSetup, today: String) -> [String] {
            var told: Set<String> = []
            return setup.catalog.providers.sorted { $0.key < $1.key }.filter { setup.hasKey($0.value) }
                .flatMap { name, _ in
                    Stage.allCases.compactMap { setup.sunset(of: name, $0)?.sentence(of: name, today: today) }
                }
                .filter { told.insert($0).inserted }
        }

        private func print(
            _ engines: [EngineStatus], _ setup: ProviderSetup, _ offers: [StageOffer], to console: Console
        ) throws {
            struct Remote: Encodable {
                var name: String
                var hasKey: Bool
                var declaration: ProviderDeclaration
            }
            struct Everything: Encodable {
                var engines: [EngineStatus]
                var providers: [Remote]
                var stages: [StageOffer]
            }
            let remote = setup.catalog.providers.sorted { $0.key < $1.key }.map {
                Remote(name: $0.key, hasKey: setup.hasKey($0.value), declaration: $0.value.redacted)
            }
            let all = Everything(engines: engines, providers: remote, stages: offers)
            try console.json(all)
        }

        private func languages(_ languages: Set<LanguageCode>) -> String {
            LanguageCode.allCases.filter(languages.contains).map(\.rawValue).joined(separator: " ")
        }

        /// `en→es fr it pt, es→…`
        private func pairs(_ pairs: Set<LanguagePair>) -> String {
            LanguageCode.allCases.compactMap { from in
                let targets = LanguageCode.allCases.filter { to in pairs.contains { $0.from == from && $0.to == to } }
                return targets.isEmpty ? nil : "\(from)→" + targets.map(\.rawValue).joined(separator: " ")
            }.joined(separator: ", ")
        }
    }
}

/// The day, `2026-11-21`.
func today(_ assembly: Assembly) -> String {
    let date = Date(timeIntervalSince1970: Double(assembly.time.wallClockMilliseconds()) / 1_000)
    return date.formatted(.iso8601.year().month().day())
}
