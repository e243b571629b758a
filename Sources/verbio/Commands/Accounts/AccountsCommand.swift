import ArgumentParser

struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        abstract: "Lists, closes and erases the accounts of the HTTP service, and sets their tiers.",
        discussion: """
            There are accounts if accounts.url is set. A running server sees each change \
            within a second.

            EXAMPLES
              verbio accounts list
              verbio accounts show 7q2…
              verbio accounts tier 7q2… pro
              verbio accounts disable 7q2…
              verbio accounts erase 7q2…
              verbio accounts rotate-key
            """,
        subcommands: [
            AccountsList.self, AccountsShow.self, AccountsTier.self, AccountsDisable.self, AccountsEnable.self,
            AccountsErase.self, AccountsAudit.self, AccountsReseal.self, AccountsRotateKey.self,
        ],
        defaultSubcommand: AccountsList.self)
}
