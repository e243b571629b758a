import Access
import ArgumentParser
import Plumbing
import VerbioService

struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Gives a key another secret and prints it; it cannot be shown again.",
        discussion: """
            Name, tenant and permissions stay. If the secret has leaked, use --overlap 0.

            EXAMPLES
              verbio keys rotate 4k2m9x1p7q3d
              verbio keys rotate 4k2m9x1p7q3d --overlap 0
            """)

    @Argument(help: ArgumentHelp("The twelve characters that name the key.", valueName: "id"))
    var id: String

    @Option(
        help: ArgumentHelp("For how many hours the present secret stays valid, at most 8760.", valueName: "hours"))
    var overlap = 24

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        guard (0...8_760).contains(overlap) else {
            throw Problem(
                .usage, "key.overlap", "--overlap is \(overlap)", cure: "give a number of hours from 0 to 8760")
        }
        let ring = try await KeySetup(Assembly(try await common.settings())).ring()
        let (key, text) = try await ring.rotate(id, overlap: .seconds(3_600 * overlap))
        let console = Console()
        console.note(
            "verbio: the key \(key.id); it cannot be shown again, and the former secret "
                + (overlap == 0 ? "is no longer valid" : "is valid for \(overlap) hours"))
        try console.out(text)
    }
}
