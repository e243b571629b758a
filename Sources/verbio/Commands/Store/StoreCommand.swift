import ArgumentParser

struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Copies conversations to another folder or database.",
        subcommands: [StoreCopyCommand.self])
}
