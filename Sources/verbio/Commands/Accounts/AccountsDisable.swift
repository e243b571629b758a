import Accounts
import ArgumentParser
import VerbioService

struct AccountsDisable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Closes an account and ends its sessions.",
        discussion: """
            Its conversations stay. 'verbio accounts enable' opens it again.

            EXAMPLES
              verbio accounts disable 7q2…
            """)

    @OptionGroup var account: AccountArgument
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let tools = try await AccountTools(common)
        let found = try await tools.account(account)
        try await tools.services.directory.set(isDisabled: true, of: found.id)
        try Console().out("disabled \(found.id)")
    }
}

struct AccountsEnable: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Opens an account that was closed.",
        discussion: """
            Its owner signs in again, and finds everything as it was.

            EXAMPLES
              verbio accounts enable 7q2…
            """)

    @OptionGroup var account: AccountArgument
    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let tools = try await AccountTools(common)
        let found = try await tools.account(account)
        try await tools.services.directory.set(isDisabled: false, of: found.id)
        try Console().out("enabled \(found.id)")
    }
}
