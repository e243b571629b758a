import ArgumentParser
import ConversationTables
import Plumbing
import VerbioService

struct StoreCopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copies conversations, keys and accounts to another folder or database.",
        discussion: """
            Stop the servers first: nothing may be stored meanwhile. What is there already \
            stays as it is, so a copy that was cut off continues with the same command. \
            At the end, all rows are compared, and all audio is read. Jobs are not copied. The \
            secrets of keys and accounts are copied as files of this machine. With the setting store.audio, the audio of a database is \
            in that S3 store, on both sides.

            EXAMPLES
              verbio store copy --to postgresql://verbio@db.example/verbio
              verbio store copy --store postgresql://verbio@db.example/verbio --to ./backup
            """)

    @Option(help: ArgumentHelp("Where to copy to: a folder or postgresql://USER@HOST/DATABASE.", valueName: "place"))
    var to: String

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let assembly = Assembly(try await common.settings())
        let (source, target) = try assembly.stores(copiedTo: to)
        let transfer = try StoreTransfer(from: source, to: target)
        let console = Console()
        for scope in try await transfer.scopes() {
            var told = 0
            let copied = try await transfer.copy(scope) { progress in
                // A line now and then shows that it goes on.
                guard progress.rows - told >= 100_000 else { return }
                told = progress.rows
                console.note("\(scope): \(progress.rows) rows so far")
            }
            try console.out("\(scope): \(copied.conversations) conversations, \(copied.utterances) utterances")
        }
        let service = try await transfer.copyService(
            pepperFile: assembly.settings.text(.pepperFile), accountsFile: assembly.settings.text(.accountSecrets))
        if service.keys + service.accounts > 0 {
            try console.out("the service: \(service.keys) keys, \(service.accounts) accounts, and what they used")
        }
        try console.out("copied to \(target.place) and compared")
        if service.keys + service.accounts > 0, target.place != target.folder {
            console.note(
                "verbio: each further server needs the secrets in \(target.folder), verbio.pepper and verbio.accounts-secret"
            )
        }
        if service.jobs > 0 { console.note("verbio: \(service.jobs) jobs that have not ended are not copied") }
    }
}
