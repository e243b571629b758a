import ArgumentParser

struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Checks, copies and upgrades what is stored.",
        discussion: """
            Everything is kept in a folder, or in a PostgreSQL database that several \
            machines share. The setting store.path and the option --store name it. The audio \
            of a database may be in an S3 store, which the setting store.audio names.

            EXAMPLES
              verbio store check
              verbio store copy --to postgresql://verbio@db.example/verbio
              verbio store copy --store postgresql://verbio@db.example/verbio --to ./backup
            """,
        subcommands: [StoreCheckCommand.self, StoreCopyCommand.self, StoreMigrateCommand.self])
}
