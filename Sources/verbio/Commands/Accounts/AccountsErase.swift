import Accounts
import ArgumentParser
import Plumbing
import VerbioService

struct AccountsErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erases an account with its conversations, phrases and audio, and prints a receipt.",
        discussion: """
            It cannot be undone. While another process has the store of the account open, \
            the account is only closed; a running server erases it within seconds, or when \
            the last translation of the account has ended.

            EXAMPLES
              verbio accounts erase 7q2…
            """)

    @OptionGroup var account: AccountArgument
    @OptionGroup(title: "Common") var common: CommonOptions

    private struct Receipt: Encodable {
        var account: String
        /// `erased`, or `pending` while another process has its store open.
        var state: String
        var erasedAt: String?
        var entry: Int64?
        var hash: String?
    }

    func run() async throws {
        let tools = try await AccountTools(common)
        let found = try await tools.account(account)
        do {
            let receipt = try await tools.services.erase(found.id)
            try Console().json(
                Receipt(
                    account: receipt.account, state: "erased", erasedAt: AccountDocument.time(receipt.erased),
                    entry: receipt.entry, hash: receipt.hash))
        } catch let problem as Problem where problem.code == "scope.busy" {
            Console().note("verbio: the account is closed; a running server erases it")
            try Console().json(Receipt(account: found.id.text, state: "pending"))
        }
    }
}
