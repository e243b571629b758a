import Accounts
import ArgumentParser
import VerbioService

struct AccountsTier: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tier", abstract: "Gives an account another tier.",
        discussion: """
            The tiers are those of accounts.tiers-file, else of config/tiers.yaml.

            EXAMPLES
              verbio accounts tier 7q2… pro
            """)

    @OptionGroup var account: AccountArgument

    @Argument(help: ArgumentHelp("The name of a tier.", valueName: "tier"))
    var tier: String

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let tools = try await AccountTools(common)
        let tier = try tools.services.configuration.tiers.tier(tier)
        let found = try await tools.account(account)
        try await tools.services.directory.set(tier: tier.name, of: found.id)
        try Console().out("\(found.id)  \(tier.name)")
    }
}
