import Access
import ArgumentParser
import Conversations
import FoundationEssentials
import Plumbing
import VerbioService

struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the keys, the oldest first.",
        discussion: """
            Ended keys are in the list, too.

            EXAMPLES
              verbio keys list
              verbio keys list --json
            """)

    @Flag(help: "One JSON object per line.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let assembly = Assembly(try await common.settings())
        let keys = try await KeySetup(assembly).ring().store.keys()
        let console = Console()
        let entries = keys.map { KeyEntry($0) }
        if json {
            for entry in entries { try console.json(entry, onOneLine: true) }
            return
        }
        guard !entries.isEmpty else {
            return console.note("verbio: no keys yet; make one with 'verbio keys create NAME'")
        }
        try console.table(
            ["key", "name", "tenant", "allows", "state", "last use", "valid until"],
            entries.map { entry in
                [
                    entry.id, entry.name, entry.tenant, entry.permissions.map(\.rawValue).joined(separator: " "),
                    entry.state.rawValue, entry.lastUsedAt.map { String($0.prefix(16)) } ?? "–",
                    entry.expiresAt.map { String($0.prefix(16)) } ?? "–",
                ]
            })
    }
}

/// What is told of a key.
struct KeyEntry: Encodable {
    var id: String
    var name: String
    var tenant: String
    var permissions: [Permission]
    var state: AccessKey.State
    var createdAt: String
    var expiresAt: String?
    var revokedAt: String?
    var lastUsedAt: String?
    /// What a client sends; only for a key that was just made.
    var key: String?

    init(_ key: AccessKey, secret: String? = nil) {
        id = key.id
        name = key.label
        tenant = key.scope.name
        permissions = key.permissions.sorted()
        state = key.state(at: TimeSource.system.wallClockMilliseconds())
        createdAt = Self.time(key.createdAt)
        expiresAt = key.expiresAt.map(Self.time)
        revokedAt = key.revokedAt.map(Self.time)
        lastUsedAt = key.lastUsedAt.map(Self.time)
        self.key = secret
    }

    private static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }
}
