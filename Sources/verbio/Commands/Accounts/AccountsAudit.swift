import Accounts
import ArgumentParser
import Plumbing
import VerbioService

struct AccountsAudit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Shows the audit log of accounts, and checks that no entry was changed.",
        discussion: """
            Each entry has a hash of itself and of the one before it. The receipt of an erasure names the number and the hash \
            of its entry. If an entry was changed or removed, the exit code is 6.

            EXAMPLES
              verbio accounts audit
              verbio accounts audit 7q2… --json
            """)

    @Argument(help: ArgumentHelp("Only entries about this account, which may have been erased.", valueName: "account"))
    var account: String?

    @Flag(help: "One JSON object per line.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    /// How many are read at a time.
    private static let pageSize = 500

    private struct Line: Encodable {
        var number: Int64
        var time: String
        var event: String
        var account: String?
        var detail: String?
        var hash: String

        init(_ entry: AccountRecords.Entry) {
            (number, event, account, hash) = (entry.number, entry.event, entry.account, entry.hash)
            time = AccountDocument.time(entry.time)
            detail = entry.detail.isEmpty ? nil : entry.detail
        }
    }

    func run() async throws {
        let id = try account.map(AccountArgument.account(named:))
        let records = try await AccountTools(common).services.records
        let console = Console()
        var last: Int64 = 0
        while true {
            let page: [AccountRecords.Entry]
            if let id {
                page = try await records.entries(of: id, after: last, limit: Self.pageSize)
            } else {
                page = try await records.entries(after: last, limit: Self.pageSize)
            }
            guard let end = page.last else { break }
            try show(page.map(Line.init), console)
            last = end.number
        }
        try await records.checkEntries()
        console.note("verbio: the log is complete")
    }

    private func show(_ lines: [Line], _ console: Console) throws {
        if json {
            for line in lines { try console.json(line, onOneLine: true) }
            return
        }
        try console.table(
            ["entry", "time", "event", "account", "detail"],
            lines.map { [String($0.number), $0.time, $0.event, $0.account ?? "", $0.detail ?? ""] })
    }
}
