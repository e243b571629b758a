import Accounts
import ArgumentParser
import Plumbing
import VerbioService

struct AccountsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists accounts, in the order of their names.",
        discussion: """
            Those whose erasure has not ended are in the list, too.

            EXAMPLES
              verbio accounts list
              verbio accounts list --email ada@example.com
              verbio accounts list --json
            """)

    @Option(help: ArgumentHelp("Only those with this address; several may have it.", valueName: "address"))
    var email: String?

    @Flag(help: "One JSON object per line.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    /// How many are read at a time.
    private static let pageSize = 100

    func run() async throws {
        let directory = try await AccountTools(common).services.directory
        let console = Console()
        if let email {
            return try show(try await directory.accounts(email: email, limit: 1_000), console)
        }
        var page = try await directory.accounts(limit: Self.pageSize)
        try show(page, console)
        while page.count == Self.pageSize, let last = page.last {
            page = try await directory.accounts(after: last.id, limit: Self.pageSize)
            if !page.isEmpty { try show(page, console) }
        }
    }

    private func show(_ accounts: [Account], _ console: Console) throws {
        let entries = accounts.map { AccountDocument($0, for: .operator) }
        if json {
            for entry in entries { try console.json(entry, onOneLine: true) }
            return
        }
        guard !entries.isEmpty else { return console.note("verbio: there are no such accounts") }
        try console.table(
            ["account", "state", "tier", "signs in with", "made"],
            entries.map { entry in
                [
                    entry.id, entry.state?.rawValue ?? "", entry.tier,
                    entry.isGuest ? "guest" : entry.issuers.joined(separator: " "), String(entry.createdAt.prefix(16)),
                ]
            })
    }
}
