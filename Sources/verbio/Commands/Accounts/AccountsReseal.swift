import Accounts
import ArgumentParser
import VerbioService

struct AccountsReseal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reseal", abstract: "Seals all accounts with the first secret of accounts.secret-file.",
        discussion: """
            Put a new secret in front of the others, start the servers again and run \
            this. Then the others can be removed.

            EXAMPLES
              verbio accounts reseal
            """)

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let setup = try await AccountTools(common).setup
        let count = try await Resealing(store: try await setup.store(), sealing: try setup.sealing()).run()
        Console().note("verbio: sealed \(count) accounts with the first secret")
    }
}
