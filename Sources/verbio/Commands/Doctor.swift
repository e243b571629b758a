import ArgumentParser
import Conversations
import FoundationEssentials
import Glibc
import Hearing
import Language
import LocalEngines
import LocalModels
import Numerals
import Plumbing
import ProviderAdapters
import Providers
import VerbioService

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Finds what prevents Verbio from working on this machine, and shows how to fix it.",
        discussion: """
            'quality' has the one command that makes the translation of your languages better; they are those of the \
            settings (languages.from, languages.to) or of the locale. No network is used but for a \
            database, for an S3 store of audio, in which a small object is written, read and removed, and for \
            Redis, in which a value is kept for a second.

            Ends with 0 if all is well, 2 if a setting is wrong, 4 if an engine is missing and 6 if the store \
            cannot be used.

            EXAMPLES
              verbio doctor
              verbio doctor --deep
            """)

    @Flag(help: "Also read all installed models whole and compare their hashes.")
    var deep = false

    @OptionGroup(title: "Common") var common: CommonOptions

    /// The result of one check.
    private struct Finding {
        enum State: String {
            case good = "ok"
            case minor = "note"
            case bad = "fault"
        }
        var state: State
        var subject: String
        var says: String
        var cure: String?
        var exitCode: Int32 = Exit.success
    }

    func run() async throws {
        let console = Console()
        let settings = try await common.settings()
        let assembly = Assembly(settings)
        var findings = [Finding(state: .good, subject: "configuration", says: origin(settings))]
        let inventory = await offlineEngineInventory(try assembly.local.settings())
        findings += engines(inventory, assembly)
        let quality = try QualityAdvice(assembly, inventory)
        findings.append(
            Finding(
                state: quality.command == nil ? .good : .minor, subject: "quality", says: quality.says,
                cure: quality.command))
        findings += [ModelAdvisor(assembly).recognition(inventory)].compactMap { $0 }.map {
            Finding(state: .minor, subject: "more models", says: $0.line, cure: $0.command)
        }
        findings += await localModels(try assembly.local.settings().whisper.worker, assembly)
        if deep { findings += try modelFiles(assembly) }
        findings += remoteProviders(assembly)
        findings += assembly.notices.all().map { Finding(state: .minor, subject: "providers", says: $0) }
        findings.append(speechModel(assembly))
        findings.append(spokenNumbers())
        findings.append(ffmpeg(settings))
        findings.append(await store(assembly))
        findings += await audio(assembly)
        findings += await coordination(assembly)
        if let path = try? assembly.storePath() { findings.append(space(path)) }
        let worst = findings.map(\.exitCode).max() ?? Exit.success
        try console.inPassing {
            for finding in findings {
                let label = finding.state.rawValue.padded(to: 6) + finding.subject
                try console.item(label, finding.says, at: Self.margin)
                guard let cure = finding.cure else { continue }
                if cure.hasPrefix("apt-get ") {
                    try console.command(
                        cure, behind: String(repeating: " ", count: Self.margin) + "→ ", at: Self.margin + 2)
                } else {
                    try console.item("", "→ " + cure, at: Self.margin)
                }
            }
            try console.out(
                worst == Exit.success ? "\nVerbio can work here." : "\nVerbio cannot do everything here.")
        }
        if worst != Exit.success { throw Stop(code: worst) }
    }

    /// The column at which the findings begin.
    private static let margin = 21

    private func origin(_ settings: Settings) -> String {
        let changed = Setting.all.filter { settings.value($0).origin != "default" }
        guard !changed.isEmpty else { return "defaults" }
        return changed.map { "\($0.name) (\(settings.value($0).origin))" }.joined(separator: ", ")
    }

    private func engines(_ inventory: [EngineStatus], _ assembly: Assembly) -> [Finding] {
        inventory.map { engine in
            let needed = assembly.selection.wants(engine)
            let covers =
                engine.stage == .translation
                ? "\(engine.pairs.count) pairs"
                : engine.languages.summary
            let version = engine.version.map { "\($0), " } ?? ""
            guard engine.installed else {
                return Finding(
                    state: needed ? .bad : .minor, subject: engine.name,
                    says: "lacks \(engine.shortlyMissing)", cure: engine.installCommand,
                    exitCode: needed ? Exit.provider : Exit.success)
            }
            guard !engine.missing.isEmpty else {
                return Finding(state: .good, subject: engine.name, says: version + covers)
            }
            return Finding(
                state: .minor, subject: engine.name,
                says: "\(version)\(covers); lacks \(engine.shortlyMissing)",
                cure: engine.installCommand)
        }
    }

    /// The device on which local models compute; empty if their Python environment is not installed, because their engine
    /// reports that.
    private func localModels(_ worker: LocalWorkerSettings, _ assembly: Assembly) async -> [Finding] {
        guard assembly.local.workerEnvironment.isInstalled else { return [] }
        do {
            let computing = try await LocalComputing.found(worker)
            let threads = "\(worker.threads) thread\(worker.threads == 1 ? "" : "s")"
            return [
                Finding(
                    state: .good, subject: "local models", says: "\(computing.device), \(computing.numbers), \(threads)"
                )
            ]
        } catch {
            let problem = error as? Problem
            return [
                Finding(
                    state: .bad, subject: "local models", says: problem?.what ?? "\(error)", cure: problem?.cure,
                    exitCode: Exit.provider)
            ]
        }
    }

    /// Whether the files of all installed models are those that were installed.
    private func modelFiles(_ assembly: Assembly) throws -> [Finding] {
        let (folder, catalogue) = (assembly.local.modelFolder, try ModelCatalogue.builtIn())
        return folder.installed.map { name in
            switch folder.verify(name, in: catalogue) {
            case .intact, .notInstalled: Finding(state: .good, subject: name, says: "is as it was installed")
            case .damaged(let faults):
                Finding(
                    state: .bad, subject: name, says: "is damaged (\(faults.joined(separator: ", ")))",
                    cure: "run 'verbio models install --again \(name)'", exitCode: Exit.provider)
            }
        }
    }

    /// Whether the remote providers that the settings name have what they need. None of them is called.
    private func remoteProviders(_ assembly: Assembly) -> [Finding] {
        let wanted: [(Setting, (ProviderSetup, String) throws -> ProviderDescriptor?)] = [
            (.recognizer, { try $0.recognizer($1)?.descriptor }), (.translator, { try $0.translator($1)?.descriptor }),
            (.synthesizer, { try $0.synthesizer($1)?.descriptor }),
        ]
        let findings = wanted.flatMap { setting, make in
            assembly.selection.names(setting).filter { !EngineNames.isLocal($0) }.map { name in
                do {
                    guard let found = try make(try assembly.engines.remote(), name) else {
                        return Finding(
                            state: .bad, subject: name, says: "is no provider for \(setting.name)",
                            cure: "see 'verbio providers'", exitCode: Exit.usage)
                    }
                    return Finding(
                        state: .good, subject: name,
                        says: "\(found.model); 'verbio providers check' shows whether it answers")
                } catch {
                    let problem = error as? Problem
                    return Finding(
                        state: .bad, subject: name, says: problem?.what ?? "\(error)", cure: problem?.cure,
                        exitCode: Exit.provider)
                }
            }
        }
        // If a provider does several stages, its missing key is reported once.
        var told: Set<String> = []
        return findings.filter { $0.state != .bad || told.insert("\($0.subject): \($0.says)").inserted }
    }

    private func speechModel(_ assembly: Assembly) -> Finding {
        let subject = "speech model"
        do throws(Problem) {
            switch try assembly.speech.find() {
            case .usable(let model, let path):
                return Finding(state: .good, subject: subject, says: "\(model.name), \(path)")
            case .switchedOff:
                return Finding(state: .minor, subject: subject, says: "is switched off")
            case .missing:
                return Finding(
                    state: .minor, subject: subject,
                    says: "is not installed; music and other sounds above the noise can be mistaken for speech",
                    cure: SpeechModelFile.installCommand)
            case .damaged(let problem):
                return Finding(
                    state: .minor, subject: subject,
                    says: "\(problem.located); music and other sounds can be mistaken for speech",
                    cure: SpeechModelFile.reinstalling)
            }
        } catch {
            return Finding(
                state: .bad, subject: subject, says: error.located, cure: error.cure, exitCode: Exit.usage)
        }
    }

    private func spokenNumbers() -> Finding {
        do {
            let speller = try NumberSpeller()
            return Finding(state: .good, subject: "spoken numbers", says: "ICU \(speller.version)")
        } catch {
            return Finding(
                state: .minor, subject: "spoken numbers",
                says:
                    "ICU cannot be used (\(error.message)); dates, money and units are spoken as each voice reads them, and Chinese is not converted",
                cure: error.installCommand)
        }
    }

    private func ffmpeg(_ settings: Settings) -> Finding {
        let name = settings.string(.ffmpeg)
        guard !name.isEmpty else { return Finding(state: .minor, subject: "ffmpeg", says: "is switched off") }
        let path =
            name.contains("/")
            ? name
            : (assemblyPath.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } ?? "")
        if !path.isEmpty, access(path, X_OK) == 0 { return Finding(state: .good, subject: "ffmpeg", says: path) }
        return Finding(
            state: .minor, subject: "ffmpeg", says: "is not installed; MP4, AAC, WebM and the like cannot be read",
            cure: "apt-get install ffmpeg")
    }

    private var assemblyPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

    private func store(_ assembly: Assembly) async -> Finding {
        var path = ""
        do {
            path = try assembly.stores().place
            let store = try await assembly.store()
            try await store.synchronize()
            try await store.close()
            return Finding(state: .good, subject: "store", says: path)
        } catch let problem as Problem where problem.code == "store.locked" {
            return Finding(state: .good, subject: "store", says: "\(path), \(problem.what)", cure: problem.cure)
        } catch {
            let problem = error as? Problem
            return Finding(
                state: .bad, subject: "store", says: problem?.what ?? "\(error)", cure: problem?.cure,
                exitCode: Exit.store)
        }
    }

    /// Whether the S3 store that keeps the audio can be used; empty if there is none.
    private func audio(_ assembly: Assembly) async -> [Finding] {
        await server(.storeAudio, "audio store", assembly) { try await $0.checkAudio() }
    }

    /// Whether the server through which several servers share limits can be used; empty if there is none.
    private func coordination(_ assembly: Assembly) async -> [Finding] {
        await server(.storeCoordination, "coordination", assembly) { try await $0.checkCoordination() }
    }

    /// Whether a server that a setting names beside the store can be used; empty if the setting names none.
    ///
    /// - Parameter check: returns its address.
    private func server(
        _ setting: Setting, _ subject: String, _ assembly: Assembly,
        _ check: (any ServiceStores) async throws -> String?
    ) async -> [Finding] {
        guard assembly.settings.text(setting) != nil, let stores = try? assembly.stores() else { return [] }
        do {
            return [Finding(state: .good, subject: subject, says: try await check(stores) ?? "")]
        } catch {
            let problem = error as? Problem
            return [
                Finding(
                    state: .bad, subject: subject, says: problem?.located ?? "\(error)", cure: problem?.cure,
                    exitCode: Exit.store)
            ]
        }
    }

    /// A disk with less than 256 MB or 5 % free is soon full.
    private func space(_ path: String) -> Finding {
        let disk = DiskSpace(at: path)
        let megabytes = disk.free / 1_048_576
        guard megabytes < 256 || disk.free < disk.total / 20 else {
            return Finding(state: .good, subject: "disk", says: "\(megabytes) MB free")
        }
        return Finding(
            state: megabytes < 16 ? .bad : .minor, subject: "disk", says: "only \(megabytes) MB free at \(disk.folder)",
            cure: "free some room, or keep the store elsewhere with --store",
            exitCode: megabytes < 16 ? Exit.store : Exit.success)
    }
}

extension Problem {
    /// The fault and its place, without the cure.
    fileprivate var located: String { place.map { "\($0): \(what)" } ?? what }
}
