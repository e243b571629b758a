import Conversations
import Plumbing
import PostgreSQL
import PostgreSQLStore
import VerbioTesting

/// An empty database of the server of the tests.
struct StorePlace {
    let server: PostgreSQLServer
    let address: String

    init() async throws {
        server = try await PostgreSQLServer.shared()
        address = try await server.database()
    }

    /// Its name.
    var name: String { String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "") }

    /// The database, with connections of its own.
    var database: PostgreSQLDatabase { get throws { try PostgreSQLDatabase(address) } }

    /// The stores of a process of its own.
    func stores(_ time: TimeSource = .system) throws -> PostgreSQLStores {
        PostgreSQLStores(try database, time: time)
    }

    func store(for scope: Scope = .local) async throws -> any ScopeStore {
        try await stores().store(for: scope)
    }

    /// Ends all leases, as the time does when their owners do not answer.
    func expireLeases() async throws {
        try await server.query("UPDATE lease SET expires_at = now() - interval '1 s'", in: name)
    }
}
