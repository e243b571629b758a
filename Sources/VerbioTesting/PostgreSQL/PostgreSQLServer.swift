internal import Foundation
internal import Glibc
internal import Plumbing

/// A PostgreSQL server for tests, with a folder of its own that is removed at its end. It listens on a socket in that folder only.
///
/// It runs as long as this value lives, and at most as long as the process. It writes nothing through to the disk.
package final class PostgreSQLServer: Sendable {
    /// The program is missing, or did not start.
    package struct NotStarted: Error {
        /// What it wrote.
        package var log: String
    }

    /// Whether the programs of PostgreSQL are on this machine.
    package static let isInstalled = binaries != nil
    /// Why tests are skipped without them.
    package static let isMissing: String = "PostgreSQL is not installed (apt install postgresql)"

    /// One server for the tests of the process, started when it is first needed.
    package static func shared() async throws -> PostgreSQLServer { try await started.value }
    private static let started = Task { try await PostgreSQLServer() }

    /// The folder of the programs of the newest version.
    private static let binaries: String? = {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }
        return versions.sorted(by: >).map { "\(root)/\($0)/bin" }.first {
            FileManager.default.isExecutableFile(atPath: $0 + "/postgres")
        }
    }()

    /// The user that the server runs as, which cannot be root.
    static let user: [String] = {
        guard getuid() == 0 else { return [] }
        let name = getpwnam("postgres") == nil ? "nobody" : "postgres"
        return ["setpriv", "--reuid=\(name)", "--regid=\(getpwnam(name)?.pointee.pw_gid ?? 0)", "--clear-groups"]
    }()

    /// Lets that user write into a folder.
    static func give(_ folder: String) {
        guard getuid() == 0, let user = getpwnam("postgres") ?? getpwnam("nobody") else { return }
        chown(folder, user.pointee.pw_uid, user.pointee.pw_gid)
    }

    /// Its folder, with its socket.
    package let folder: String
    private let binaries: String
    /// Stops the server and removes its folder.
    private let guardian: Guardian
    private let databases = Locked(0)

    /// Makes the folder and starts the server.
    ///
    /// - Throws: ``NotStarted``.
    package init() async throws {
        guard let binaries = Self.binaries else { throw NotStarted(log: Self.isMissing) }
        self.binaries = binaries
        // The path of a socket has at most 107 bytes.
        var name = Array("/tmp/verbio-pg-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw NotStarted(log: "there is no folder for it") }
        folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        Self.give(folder)
        let data = folder + "/data"
        guardian = try Guardian(
            "cat >/dev/null; \"$@\" stop -m immediate; rm -rf '\(folder)'", Self.control(binaries, data),
            pipe: folder + "/life", output: "/dev/null")
        try await run(
            Self.user + [
                binaries + "/initdb", "-D", data, "-U", "admin", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                "--no-sync",
            ])
        // A role of this name needs its password.
        let access = "local all guarded scram-sha-256\nlocal all all trust\n"
        try access.write(toFile: data + "/pg_hba.conf", atomically: false, encoding: .utf8)
        try await start()
        try await query("CREATE ROLE verbio LOGIN")
    }

    // MARK: The program

    /// Starts the server, also after ``stop(_:)``, and waits until it answers.
    package func start() async throws {
        let options =
            "-k \(folder) -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=200 -c jit=off"
        try await run(control + ["start", "-w", "-l", folder + "/data/log", "-o", options])
    }

    /// The command that starts and stops the server.
    private static func control(_ binaries: String, _ data: String) -> [String] {
        user + [binaries + "/pg_ctl", "-D", data, "-s"]
    }

    private var control: [String] { Self.control(binaries, folder + "/data") }

    /// What it has written.
    private var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }

    /// How the server is stopped.
    package enum Stop: String, Sendable {
        /// Transactions are rolled back.
        case fast
        /// As after a loss of power: the server repairs its files at the next start.
        case immediate
    }

    /// Stops the server, which can be started again.
    package func stop(_ how: Stop) async throws {
        try await run(control + ["stop", "-m", how.rawValue])
    }

    /// Whether something answers on the socket in a folder.
    func answers(in folder: String, port: Int) async throws -> Bool {
        try await Program(binaries + "/pg_isready", ["-q", "-h", folder, "-p", "\(port)"]).end() == 0
    }

    // MARK: Databases

    /// Makes an empty database that the role owns.
    ///
    /// - Returns: its address.
    package func database(role: String = "verbio") async throws -> String {
        let number = databases.withLock { count in
            count += 1
            return count
        }
        let name = "test_\(number)"
        try await query("CREATE DATABASE \(name) OWNER \(role)")
        return address(of: name, role: role)
    }

    package func address(of database: String, role: String = "verbio") -> String {
        "postgresql://\(role)@/\(database)?host=\(folder)"
    }

    /// Runs statements as the superuser.
    ///
    /// - Returns: the values of the last one, line by line.
    @discardableResult
    package func query(_ sql: String, in database: String = "postgres") async throws -> [String] {
        let output = folder + "/output-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: output) }
        try await run(
            [
                binaries + "/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "admin", "-d",
                database, "-c", sql,
            ], output: output)
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns when a query has a result of one line that is not empty.
    package func wait(until sql: String, in database: String = "postgres") async throws {
        while try await query(sql, in: database).isEmpty { await Task.yield() }
    }

    private func run(
        _ words: [String], output: String? = nil
    ) async throws {
        let program = try Program(
            words[0], Array(words.dropFirst()), folder: "/", output: output ?? folder + "/log", errors: folder + "/log")
        let code = await program.end()
        guard code == 0 else { throw NotStarted(log: log) }
    }
}
