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
        let uses = try await KeySetup(assembly).uses()
        var entries: [KeyEntry] = []
        for key in keys {
            var entry = KeyEntry(key)
            entry.usedToday = try await KeyEntry.Use(of: key, in: uses)
            entries.append(entry)
        }
        if json {
            for entry in entries { try console.json(entry, onOneLine: true) }
            return
        }
        guard !entries.isEmpty else {
            return console.note("verbio: no keys yet; make one with 'verbio keys create NAME'")
        }
        try console.table(
            ["key", "name", "tenant", "allows", "state", "last use", "valid until", "used today"],
            entries.map { entry in
                [
                    entry.id, entry.name, entry.tenant, entry.permissions.map(\.rawValue).joined(separator: " "),
                    entry.state.rawValue, entry.lastUsedAt.map { String($0.prefix(16)) } ?? "–",
                    entry.expiresAt.map { String($0.prefix(16)) } ?? "–", entry.use,
                ]
            })
    }
}

/// What is shown of a key.
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
    var limits: AccessLimits?
    var usedToday: Use?
    /// What a client sends; only for a key that was just made.
    var key: String?

    /// `3.5 of 120 min, 0.21 of 5 $`.
    var use: String {
        func part(_ used: Double?, _ limit: Double?, _ unit: String) -> String? {
            guard let used, let limit else { return nil }
            return "\((used * 100).rounded() / 100) of \(limit) \(unit)"
        }
        let parts = [
            part(usedToday?.minutes, limits?.minutesPerDay, "min"),
            part(usedToday?.dollars, limits?.dollarsPerDay, "$"),
        ].compactMap(\.self)
        return parts.isEmpty ? "–" : parts.joined(separator: ", ")
    }

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
        limits = key.limits == AccessLimits() ? nil : key.limits
        self.key = secret
    }

    /// What has been used since midnight UTC. A running translation may have set aside a little more than it has used.
    struct Use: Encodable {
        var minutes: Double?
        var dollars: Double?

        /// Nil without a limit of the day: only then it is counted.
        init?(of key: AccessKey, in uses: any UseStore) async throws {
            guard key.limits.minutesPerDay != nil || key.limits.dollarsPerDay != nil else { return nil }
            let day = Int(TimeSource.system.wallClockMilliseconds() / 86_400_000)
            func used(_ resource: Resource, _ limit: Double?, _ unit: Double) async throws -> Double? {
                guard limit != nil else { return nil }
                return Double(try await uses.used(resource, by: key.id, day: day)) / unit
            }
            minutes = try await used(.audio, key.limits.minutesPerDay, 60_000)
            dollars = try await used(.money, key.limits.dollarsPerDay, 1e9)
        }
    }

    private static func time(_ milliseconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000).formatted(.iso8601)
    }
}
