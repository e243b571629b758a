import Accounts
import ArgumentParser
import FoundationEssentials
import VerbioService

struct AccountsRotateKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-key", abstract: "Replaces the key that signs access tokens, such as after it was stolen.",
        discussion: """
            Tokens that the old key has signed are refused from now on, or after \
            --grace. No user has to sign in again: a client gets a new token for its \
            refresh token. A running server takes the new key within a second.

            EXAMPLES
              verbio accounts rotate-key
              verbio accounts rotate-key --grace 15
            """)

    @Option(
        help: ArgumentHelp(
            "How long tokens of the old key stay valid; they last 15 minutes, so with 15 each ends by itself.",
            valueName: "minutes"))
    var grace = 0

    @OptionGroup(title: "Common") var common: CommonOptions

    func validate() throws {
        guard (0...60).contains(grace) else {
            throw ValidationError("--grace takes 0 to 60 minutes, not \(grace).")
        }
    }

    func run() async throws {
        let tools = try await AccountTools(common)
        let end = try await tools.services.tokens.rotateKey(refusingOldAfter: Int64(grace) * 60_000)
        let moment = Date(timeIntervalSince1970: Double(end) / 1_000).formatted(.iso8601)
        try Console().out("replaced the signing key; tokens of the old one are refused from \(moment)")
    }
}
