import ArgumentParser

struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Copies conversations to another folder or database.",
        discussion: """
            Everything is kept in a folder, or in a PostgreSQL database that several \
            machines share. The setting store.path and the option --store name it. The audio \
            of a database may be in an S3 store, which the setting store.audio names.

            EXAMPLES
              verbio store copy --to postgresql://verbio@db.example/verbio
              verbio store copy --store postgresql://verbio@db.example/verbio --to ./backup
            """,
        subcommands: [StoreCopyCommand.self])
}
