import ArgumentParser
import Plumbing
import VerbioService

struct StoreMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Brings the tables of a store to the form of this version.",
        discussion: """
            Every command and server does this by itself when it opens the store. Before an \
            upgrade of several servers, one call of the new version does it for all. Servers of the \
            version before go on meanwhile.

            EXAMPLES
              verbio store migrate --store postgresql://verbio@db.example/verbio
            """)

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let assembly = Assembly(try await common.settings())
        let stores = try assembly.stores()
        let count = try await stores.migrate(assembly.time)
        try Console().out(
            "\(stores.place): the tables of the service and of \(count == 1 ? "one scope" : "\(count) scopes") are of this version"
        )
    }
}
