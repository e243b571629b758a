import ArgumentParser

struct Providers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "Shows the engines and providers there are, tries them, and lists their voices.",
        subcommands: [List.self, Check.self, Voices.self, Declarations.self], defaultSubcommand: List.self)
}
