import ArgumentParser
import Plumbing
import VerbioService

struct Logout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Ends a login at a server and removes its tokens from this machine.",
        discussion: """
            The tokens are removed also if the server cannot be reached; its list of your \
            devices has the session then until it expires.

            EXAMPLES
              verbio logout
              verbio logout --server https://verbio.example.com
            """)

    @Option(help: ArgumentHelp("Address of the server, if you are logged in at several.", valueName: "url"))
    var server: String?

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let logins = try RemoteLogins(Assembly(try await common.settings()))
        let login = try logins.login(at: server)
        let console = Console()
        if try await !logins.logOut(login) {
            console.note("verbio: the server could not be asked to end the session; sign it out on its page")
        }
        try console.out("logged out from \(login.server)")
    }
}
