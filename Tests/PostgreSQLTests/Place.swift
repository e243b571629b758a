import Plumbing
import PostgreSQL
import SQL
import VerbioTesting

/// An empty database of the server of the tests.
struct Place {
    let server: PostgreSQLServer
    let address: String
    let database: PostgreSQLDatabase

    init(on server: PostgreSQLServer? = nil, _ limits: PostgreSQLLimits = PostgreSQLLimits()) async throws {
        if let server { self.server = server } else { self.server = try await PostgreSQLServer.shared() }
        address = try await self.server.database()
        database = try PostgreSQLDatabase(address, limits)
    }

    /// Its name.
    var name: String { String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "") }

    /// With a table `note` that has a number and a text.
    func withNotes() async throws -> Place {
        try await database.write { try $0.run("CREATE TABLE note (number BIGINT PRIMARY KEY, text TEXT NOT NULL)") }
        return self
    }

    func count() async throws -> Int? { try await database.read { try $0.integer("SELECT COUNT(*) FROM note") } }
}

extension PostgreSQLDatabase {
    /// The problem that work ends with; nil if it ends well.
    func problem(_ work: @escaping @Sendable (any SQLConnection) throws -> Void) async throws -> Problem? {
        do { try await write(work) } catch let problem as Problem { return problem }
        return nil
    }
}
