import Access
import ArgumentParser
import Conversations
import Plumbing
import VerbioService

struct KeysCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Creates a key and prints it; it cannot be shown again.",
        discussion: """
            The key is the only line on standard output. Only a hash of it is stored.

            EXAMPLES
              verbio keys create "phone app" --tenant acme --days 90
              verbio keys create customer --tenant zenith \\
                --requests-per-minute 60 --minutes-per-day 120 --dollars-per-day 5
              verbio keys create monitoring --can operate
              KEY=$(verbio keys create laptop)
            """)

    @Argument(help: ArgumentHelp("What the key is for.", valueName: "name"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "Whose conversations it reads and makes: lower-case letters, digits, '-' and '_'; local is the user of this machine.",
            valueName: "tenant"))
    var tenant = Scope.local.name

    @Option(
        help: ArgumentHelp(
            "What it allows, after commas: read, translate, change (rename and delete), operate (/metrics), admin (accounts).",
            valueName: "permissions"))
    var can = "read,translate,change"

    @Option(help: ArgumentHelp("For how many days it is valid; without it, until it is revoked.", valueName: "number"))
    var days: Int?

    @OptionGroup(title: "Limits; if not given there is none") var limits: KeyLimitOptions

    @Flag(help: "The key with its description as JSON.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        var request = KeyRequest(label: name)
        do { request.scope = try Scope(tenant) } catch {
            throw Problem(.usage, error.code, error.what, at: "--tenant", cure: error.cure)
        }
        request.permissions = try permissions()
        request.limits = limits.limits
        request.lifetime = days.map { .seconds(86_400 * min(max($0, 0), 100_000)) }
        let ring = try await KeySetup(Assembly(try await common.settings())).ring()
        let (key, text) = try await ring.create(request)
        let console = Console()
        if json { return try console.json(KeyEntry(key, secret: text)) }
        console.note("verbio: the key \(key.id) of tenant \(key.scope.name); it cannot be shown again")
        try console.out(text)
    }

    private func permissions() throws(Problem) -> Set<Permission> {
        var found: Set<Permission> = []
        for word in can.split(separator: ",").map({ $0.filter { !$0.isWhitespace } }) {
            guard let permission = Permission(rawValue: word) else {
                throw Problem(
                    .usage, "key.permissions", "there is no permission '\(word.clipped(to: 40).printableOnOneLine)'",
                    at: "--can", cure: "use \(Permission.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            found.insert(permission)
        }
        return found
    }
}
