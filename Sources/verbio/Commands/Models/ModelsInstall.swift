import ArgumentParser
import LocalModels
import Plumbing
import VerbioService

struct ModelsInstall: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Fetches a model, checks its hash, and installs it with what it needs.",
        discussion: """
            An interrupted installation continues with the files that it has downloaded. \
            Nothing is read from a file before its SHA-256 was compared with the catalogue's.

            EXAMPLES
              verbio models install whisper-base
              verbio models install whisper-small --from /media/usb/whisper-small
            """)

    @Argument(help: ArgumentHelp("Such as whisper-base; 'verbio models list' shows them.", valueName: "model"))
    var names: [String]

    @Option(help: ArgumentHelp("A folder that has the model's files, instead of the network.", valueName: "folder"))
    var from: String?

    @Flag(help: "Do not use the network.")
    var offline = false

    @Flag(help: "Install it again if it exists.")
    var again = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func validate() throws {
        guard !names.isEmpty else { throw ValidationError("Name a model; 'verbio models list' shows them.") }
    }

    func run() async throws {
        let console = Console()
        let assembly = Assembly(try await common.settings())
        let models = try names.map { try ModelCatalogue.builtIn().model($0) }
        let installer = try assembly.local.modelInstaller()
        var options = ModelInstaller.Options()
        (options.folder, options.isOffline, options.isRepeated) = (from.map(absolutePath), offline, again)
        for model in models {
            console.note("\(model.name): \(model.title), \(megabytes(model.bytes)), licence \(model.licence)")
            let progress = InstallationProgress(console)
            let record = try await installer.install(model, options) { progress.show($0) }
            progress.end()
            let size = megabytes(record.files.reduce(0) { $0 + ($1.bytes ?? 0) })
            try console.out(
                "\(model.name) is installed (\(size)) in \(assembly.local.modelFolder.path(of: model.name))")
            console.note(record.notice)
        }
    }
}

/// Shows the progress of an installation: one line that is redrawn on a terminal, or a line for each step elsewhere.
private final class InstallationProgress: Sendable {
    private let console: Console
    private let drawn = Locked("")

    init(_ console: Console) { self.console = console }

    func show(_ event: ModelInstaller.Event) {
        switch event {
        case .makingEnvironment: line("Installing the worker's Python packages (90 MB)")
        case .downloaded(let file, let bytes, let total): downloaded(file, bytes, total)
        // If the last one fails, the error names the reason of each.
        case .sourceFailed(_, _, let next): if let next { line("Continuing with \(next)") }
        case .checking: break
        case .pinned(let file, let sha256):
            line("No source states the hash of \(file); \(sha256) is recorded, and later checks compare with it")
        }
    }

    func end() {
        if drawn.withLock({ !$0.isEmpty }) { console.draw("\n") }
    }

    private func downloaded(_ file: String, _ bytes: Int64, _ total: Int64?) {
        let text = bytes == 0 ? "Downloading \(file)" : "Downloading \(file): \(megabytes(bytes))" + share(bytes, total)
        let isNew = drawn.withLock { drawn in
            defer { drawn = text }
            return drawn != text
        }
        guard isNew else { return }
        if console.isTerminal {
            console.draw("\r" + text.clipped(to: console.width) + "\u{1B}[K")
        } else if bytes == 0 {
            console.note(text)
        }
    }

    private func share(_ bytes: Int64, _ total: Int64?) -> String {
        guard let total, total > 0 else { return "" }
        return " of \(megabytes(total)), \(min(100, bytes * 100 / total)) %"
    }

    private func line(_ text: String) {
        end()
        drawn.withLock { $0 = "" }
        console.note(text)
    }
}
