import ArgumentParser
import Language
import LocalEngines
import LocalModels
import Plumbing
import ProviderAdapters
import Providers
import VerbioService

struct Setup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Looks at this machine, installs what your languages need, tries it, and writes the settings.",
        discussion: """
            It asks for the languages, shows the models with their sizes and how good they \
            are, and downloads them when you agree. Then it tries each engine with one \
            sentence. A configuration file that is there already stays as it is.

            Ends with 0 if all works, and with 4 if a model could not be fetched or an \
            engine does not answer.

            EXAMPLES
              verbio setup
              verbio setup --languages de,en --dry-run
              verbio setup --languages en,pt --yes
            """)

    @Option(
        help: ArgumentHelp(
            "At least two, the one that you speak first; those of the settings or the locale, and English, if not given.",
            valueName: "languages"))
    var languages: String?

    @Flag(help: "Ask nothing, and install.")
    var yes = false

    @Flag(help: "Only show what would be installed.")
    var dryRun = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        let questions = TerminalQuestions(console, isAsking: !yes && !dryRun)
        try questions.requireTerminal()
        let assembly = Assembly(try await common.settings())
        let machine = try Machine(storingAt: assembly.storePath())
        try console.out("This machine has \(machine.told).\n")
        let inventory = await offlineEngineInventory(try assembly.local.settings())
        let codes = try chosen(questions, LanguageKit.usualLanguages(assembly, inventory))
        let kit = try LanguageKit(
            codes, assembly, inventory, recognizer: machine.recognizer, tellsSpeakers: true)
        try console.show(kit, assembly, graded: true)
        guard !dryRun else { return }
        var lacking: Problem?
        if !kit.missing.isEmpty {
            try requireRoom(for: kit, machine.disk)
            guard questions.agrees(to: "Install them?") else { return console.note("Nothing was installed.") }
            lacking = try await install(kit)
        }
        try await tryOut(codes, on: console)
        try await SettingsNote(codes, common, console).write()
        try console.out(
            "\nReady: 'verbio translate FILE' translates a recording, and 'verbio live --mic' what you say.")
        if let lacking { throw lacking }
    }

    /// - Throws: `Problem` of kind `usage` if the languages cannot be understood.
    private func chosen(_ questions: TerminalQuestions, _ usual: [LanguageCode]) throws -> [LanguageCode] {
        if let languages { return try LanguageKit.languages(in: languages, option: "--languages") }
        let all = LanguageCode.tested.map(\.rawValue).joined(separator: " ")
        return try questions.answer(
            to: "Your languages, the one that you speak first (\(all))",
            usual: usual.map(\.rawValue).joined(separator: ",")
        ) { try LanguageKit.languages(in: $0, option: "--languages") }
    }

    /// - Throws: `Problem` of kind `store` if the disk is too full.
    private func requireRoom(for kit: LanguageKit, _ disk: DiskSpace) throws {
        // Archives and what is unpacked from them are there at the same time.
        let needed = kit.bytes * 2 + 300_000_000
        guard disk.free < needed else { return }
        throw Problem(
            .store, "models.space",
            "\(megabytes(disk.free)) are free, and the models need \(megabytes(needed)) for a while",
            at: disk.folder, cure: "free some room, or name fewer languages")
    }

    /// Installs what is missing. A model that cannot be fetched stops neither the others nor what follows: a voice, for one, can be
    /// done without.
    ///
    /// - Returns: what could not be fetched, and why.
    private func install(_ kit: LanguageKit) async throws -> Problem? {
        var command = try ModelsInstall.parse(kit.missing.map(\.name))
        command.common = common
        do {
            try await command.run()
            return nil
        } catch let problem as Problem where problem.kind == .provider || problem.code == "models.unpinned" {
            return problem
        }
    }

    /// Tries each engine of the settings with one sentence.
    ///
    /// - Throws: `Stop` with the code of a missing engine if one does not answer.
    private func tryOut(_ codes: [LanguageCode], on console: Console) async throws {
        let pair = try LanguagePair(from: .en, to: codes.first { $0 != .en } ?? .es)
        let assembly = Assembly(try await common.settings()).resolvingTranslators(for: [pair], written: true)
        try console.out("\nEach engine is tried with one sentence:")
        let findings = try await EngineCheck(assembly).findings([], pair)
        for finding in findings {
            let seconds = (finding.milliseconds / 100).rounded() / 10
            try console.item(
                (finding.isGood ? "ok" : "fail").padded(to: 6) + finding.stage.rawValue,
                "\(finding.provider): \(finding.says), \(seconds) s", at: 20)
            if let cure = finding.cure { try console.item("", "→ " + cure, at: 20) }
        }
        if findings.contains(where: { !$0.isGood }) { throw Stop(code: Exit.provider) }
    }
}
