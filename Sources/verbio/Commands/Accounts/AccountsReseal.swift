import Accounts
import ArgumentParser
import Plumbing
import VerbioService

struct AccountsReseal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reseal", abstract: "Seals all accounts with the first secret of accounts.secret-file.",
        discussion: """
            Put a new secret in front of the others, start the servers again and run \
            this. Then the others can be removed.

            What no secret opens is named and left as it is. Then the exit code is 6.

            EXAMPLES
              verbio accounts reseal
            """)

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let setup = try await AccountTools(common).setup
        let result = try await Resealing(store: try await setup.store(), sealing: try await setup.sealing()).run()
        let accounts = result.accounts == 1 ? "1 account" : "\(result.accounts) accounts"
        Console().note("verbio: sealed \(accounts) with the first secret")
        guard result.unreadable.isEmpty else {
            for name in result.unreadable { Console().note("verbio: no secret opens \(name)") }
            throw Problem(
                .store, "accounts.sealed", "the entries named above cannot be opened",
                cure: "add the secret with which they were sealed, or erase these accounts, and run this again")
        }
    }
}
