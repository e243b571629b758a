import Accounts
import ArgumentParser
import VerbioService

struct AccountsShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows an account with its devices, as JSON.",
        discussion: """
            EXAMPLES
              verbio accounts show 7q2…
            """)

    @OptionGroup var account: AccountArgument
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let tools = try await AccountTools(common)
        let found = try await tools.account(account)
        try Console().json(
            AccountDocument(found, for: .operator, sessions: try await tools.services.sessions.list(found.id)))
    }
}
