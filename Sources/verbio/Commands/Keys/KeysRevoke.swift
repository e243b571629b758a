import Access
import ArgumentParser
import Plumbing
import VerbioService

struct KeysRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revokes keys.",
        discussion: """
            A running server refuses requests with them within a second. Their conversations stay.

            EXAMPLES
              verbio keys revoke 4k2m9x1p7q3d
            """)

    @Argument(help: ArgumentHelp("Keys.", valueName: "id"))
    var ids: [String]

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let ring = try await KeySetup(Assembly(try await common.settings())).ring()
        let console = Console()
        for id in ids {
            let key = try await ring.revoke(id)
            try console.inPassing { try console.out("revoked \(key.id)  \(key.label)") }
        }
    }
}
