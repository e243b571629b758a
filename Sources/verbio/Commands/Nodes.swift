import ArgumentParser
import Coordination
import FoundationEssentials
import Plumbing
import VerbioService

struct Nodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes", abstract: "Lists the servers and workers of one database.",
        discussion: """
            Each shows every 5 seconds that it lives. One that has not for 30 seconds \
            is no longer in the list.

            EXAMPLES
              verbio nodes --store postgresql://verbio@db.example/verbio
              verbio nodes --json
            """)

    @Flag(help: "One JSON object per line.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    private struct Entry: Encodable {
        var id: String
        var role: String
        var version: String
        var machine: String
        var since: String
        var jobs: Int
        var sessions: Int
        /// Seconds since it has shown that it lives.
        var age: Double

        init(_ node: ServiceNode, age: Double) {
            (id, role, version, machine) = (node.id, node.role.rawValue, node.version, node.machine)
            since = Date(timeIntervalSince1970: Double(node.since) / 1_000).formatted(.iso8601)
            (jobs, sessions) = (node.jobs, node.sessions)
            self.age = (age * 10).rounded() / 10
        }
    }

    func run() async throws {
        let assembly = Assembly(try await common.settings())
        let stores = try assembly.stores()
        guard let list = try await stores.coordination(assembly.time).nodes else {
            throw Problem(
                .usage, "nodes.folder", "a folder has no list of servers", at: stores.place,
                cure: "name the database of the servers with --store postgresql://USER@HOST/DATABASE")
        }
        let entries = try await list.nodes().map { Entry($0.node, age: $0.age) }
        let console = Console()
        if json {
            for entry in entries { try console.json(entry, onOneLine: true) }
            return
        }
        guard !entries.isEmpty else { return console.note("verbio: no server and no worker runs on this database") }
        try console.table(
            ["node", "role", "version", "machine", "since", "jobs", "sessions", "last sign"],
            entries.map { entry in
                [
                    entry.id, entry.role, entry.version, entry.machine, String(entry.since.prefix(19)),
                    String(entry.jobs), String(entry.sessions), "\(entry.age) s ago",
                ]
            })
    }
}
