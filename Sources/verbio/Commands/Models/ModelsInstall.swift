import ArgumentParser
import Language
import LocalEngines
import LocalModels
import Plumbing
import VerbioService

struct ModelsInstall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Fetches models, checks their hashes, and installs them with what they need.",
        discussion: """
            With --for, these are a recognizer, a translator in every direction between the languages, by way of \
            English where neither is English, and a voice for each. If one cannot be fetched, the others are \
            installed all the same, and the command ends with 4.

            An interrupted installation continues with the files that it has downloaded. \
            Nothing is read from a file before its SHA-256 was compared with the catalogue's. For a model that \
            'verbio models list' calls unpinned, the catalogue has none: on a terminal you are asked before the first \
            download, and elsewhere --allow-unpinned accepts it. Its hash is recorded then.

            EXAMPLES
              verbio models install --for de,en
              verbio models install --for es,en,pt --dry-run
              verbio models install whisper-base
              verbio models install whisper-small --from /media/usb/whisper-small
            """)

    @Argument(help: ArgumentHelp("Such as whisper-base; 'verbio models list' shows them.", valueName: "model"))
    var names: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Everything that these languages need, at least two.", valueName: "languages"))
    var languages: String?

    @Option(help: ArgumentHelp("A folder that has the model's files, instead of the network.", valueName: "folder"))
    var from: String?

    @Flag(help: "Do not use the network.")
    var offline = false

    @Flag(help: "Install it again if it exists.")
    var again = false

    @Flag(help: "Accept the first download of a model whose hash no public record states.")
    var allowUnpinned = false

    @Flag(help: "Only show what would be installed.")
    var dryRun = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func validate() throws {
        guard !names.isEmpty || languages != nil else {
            throw ValidationError("Name a model, or languages with --for; 'verbio models list' shows the models.")
        }
        guard names.isEmpty || languages == nil else {
            throw ValidationError("Name models, or languages with --for, not both.")
        }
        guard languages == nil || from == nil else {
            throw ValidationError("A folder has the files of one model; name that model instead of --for.")
        }
    }

    func run() async throws {
        let console = Console()
        let assembly = Assembly(try await common.settings())
        let plan: [CatalogueModel]
        if let languages {
            let inventory = await offlineEngineInventory(try assembly.local.settings())
            let kit = try LanguageKit(LanguageKit.languages(in: languages), assembly, inventory)
            try console.show(kit, assembly)
            plan = again ? kit.parts.map(\.model) : kit.missing
        } else {
            plan = try names.map { try ModelCatalogue.builtIn().model($0) }
            if dryRun {
                for model in plan { try console.out("\(model.name): \(model.title), \(megabytes(model.bytes))") }
            }
        }
        guard !dryRun else { return }
        try await install(plan, assembly, console)
    }

    /// Installs all that can be had.
    ///
    /// - Throws: `Problem`: the model's own if there is one, or one for all that failed.
    private func install(_ models: [CatalogueModel], _ assembly: Assembly, _ console: Console) async throws {
        let installer = try assembly.local.modelInstaller()
        var options = ModelInstaller.Options()
        (options.folder, options.isOffline, options.isRepeated) = (from.map(absolutePath), offline, again)
        var failures = ModelFailures(count: models.count)
        for model in models {
            console.note("\(model.name): \(model.title), \(megabytes(model.bytes)), licence \(model.licence)")
            let progress = InstallationProgress(console)
            options.allowsUnpinned = allowUnpinned || isAccepted(model, assembly, console)
            do {
                let record = try await installer.install(model, options) { progress.show($0) }
                progress.end()
                let size = megabytes(record.files.reduce(0) { $0 + ($1.bytes ?? 0) })
                try console.out(
                    "\(model.name) is installed (\(size)) in \(assembly.local.modelFolder.path(of: model.name))")
                console.note(record.notice)
            } catch let problem as Problem {
                progress.end()
                try failures.add(problem, of: model)
                if models.count > 1 { console.note("\(model.name) cannot be installed; continuing") }
            }
        }
        if let problem = failures.problem { throw problem }
    }

    /// Asks on a terminal whether a model is wanted although its first download cannot be checked.
    private func isAccepted(_ model: CatalogueModel, _ assembly: Assembly, _ console: Console) -> Bool {
        guard model.isUnpinned, !offline, from == nil, console.isInteractive,
            !assembly.local.modelFolder.installed.contains(model.name)
        else { return false }
        console.note("No public record states the hashes of \(model.name), so its first download cannot be checked.")
        return TerminalQuestions(console, isAsking: true)
            .agrees(to: "Install it all the same, and record the hashes?", usually: false)
    }
}
