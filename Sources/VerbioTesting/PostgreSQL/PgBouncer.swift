internal import Foundation

/// PgBouncer before a server for tests. It gives a connection to the server for one transaction only.
package final class PgBouncer: Sendable {
    private static let path = "/usr/sbin/pgbouncer"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
    package static let isMissing: String = "PgBouncer is not installed (apt install pgbouncer)"

    private let server: PostgreSQLServer
    private let folder: String
    private let guardian: Guardian

    /// Starts it, and waits until it can be reached.
    ///
    /// - Parameter connections: how many it has to the server, for each database.
    package init(before server: PostgreSQLServer, connections: Int) async throws {
        self.server = server
        folder = server.folder + "/pool-\(UUID().uuidString.prefix(4))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let settings = """
            [databases]
            * = host=\(server.folder)
            [pgbouncer]
            listen_addr =
            unix_socket_dir = \(folder)
            auth_type = trust
            auth_file = \(folder)/users
            pool_mode = transaction
            default_pool_size = \(connections)
            """
        try settings.write(toFile: folder + "/settings", atomically: false, encoding: .utf8)
        try "\"verbio\" \"\"\n".write(toFile: folder + "/users", atomically: false, encoding: .utf8)
        PostgreSQLServer.give(folder)
        // The threads of tests block most signals, and PgBouncer keeps that.
        guardian = try Guardian(
            "\"$@\" & cat >/dev/null; kill -KILL $!", PostgreSQLServer.user + [Self.path, folder + "/settings"],
            pipe: folder + "/life", output: folder + "/log")
        while try await !server.answers(in: folder, port: 6432) {
            guard guardian.isRunning else { throw PostgreSQLServer.NotStarted(log: "see \(folder)/log") }
        }
    }

    /// The address of a database of the server, through PgBouncer.
    package func address(of database: String) -> String {
        "postgresql://verbio@/\(database)?host=\(folder)&port=6432"
    }
}
