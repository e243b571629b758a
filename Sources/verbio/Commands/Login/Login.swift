import ArgumentParser
import Glibc
import Plumbing
import VerbioService

struct Login: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Logs in at a Verbio server that has accounts, with a browser on any device.",
        discussion: """
            It prints an address and a code. Open the address on any device on which you \
            are signed in, and approve the code. The tokens are kept in \
            $XDG_STATE_HOME/verbio/logins.json (~/.local/state), which only you can read.

            EXAMPLES
              verbio login --server https://verbio.example.com
              verbio login --status
            """)

    @Option(help: ArgumentHelp("Address of the server.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("Name of this machine in the list of your devices.", valueName: "name"))
    var device: String?

    @Flag(help: "Shows where you are logged in, and as whom.")
    var status = false

    @Flag(help: "The status as one JSON object per line.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func validate() throws {
        guard status || server != nil else { throw ValidationError("name the server with --server, or use --status") }
        guard status || !json else { throw ValidationError("--json is for --status") }
    }

    func run() async throws {
        let logins = try RemoteLogins(Assembly(try await common.settings()))
        if status { return try await show(logins) }
        let console = Console()
        let waiting = try await logins.begin(at: server ?? "", device: device ?? Self.hostName)
        console.note("verbio: open \(waiting.completeAddress) and approve the code \(waiting.userCode)")
        let login = try await logins.finish(waiting)
        let profile = try await login.profile()
        try console.out("logged in at \(login.server) as \(Self.name(of: profile))")
    }

    private struct Entry: Encodable {
        var server: String
        var account: String
        var name: String?
        var email: String?
        var tier: String?
        /// Why the login cannot be used.
        var problem: String?
    }

    private func show(_ logins: RemoteLogins) async throws {
        let console = Console()
        let servers = try server.map { [$0] } ?? logins.servers()
        guard !servers.isEmpty else { throw Stop(code: try missing(console)) }
        var isUsable = true
        for server in servers {
            let login = try logins.login(at: server)
            var entry = Entry(server: login.server, account: login.account)
            do {
                let profile = try await login.profile()
                (entry.name, entry.email, entry.tier) = (profile.name, profile.email, profile.tier)
                if !json {
                    try console.out("\(login.server)  \(Self.name(of: profile))  \(profile.tier)")
                }
            } catch let problem as Problem {
                isUsable = false
                entry.problem = problem.code
                if !json { console.note("verbio: \(problem)") }
            }
            if json { try console.json(entry, onOneLine: true) }
        }
        if !isUsable { throw Stop(code: Exit.usage) }
    }

    private func missing(_ console: Console) throws -> Int32 {
        console.note("verbio: you are not logged in anywhere; run 'verbio login --server URL'")
        return Exit.usage
    }

    /// The person's name, or what stands for it.
    private static func name(of profile: RemoteLogin.Profile) -> String {
        profile.name ?? profile.email ?? (profile.isGuest ? "guest \(profile.id)" : profile.id)
    }

    private static var hostName: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}
