internal import Foundation
internal import Glibc
internal import Plumbing

/// A Redis server for tests, on a port of its own and with a folder of its own that is removed at its end. It keeps nothing on the disk.
///
/// It runs as long as this value lives, and at most as long as the process.
package final class RedisServer: Sendable {
    /// The program is missing, or did not start.
    package struct NotStarted: Error {
        /// What it wrote.
        package var log: String
    }

    private static let path = "/usr/bin/redis-server"
    package static let isInstalled =
        FileManager.default.isExecutableFile(atPath: path) && hasLibrary
    /// Why tests are skipped without it.
    package static let isMissing: String = "Redis or hiredis is not installed (apt install redis-server libhiredis0.14)"

    private static var hasLibrary: Bool {
        ["libhiredis.so.0.14", "libhiredis.so.1.1.0"].contains { name in
            guard let handle = dlopen(name, RTLD_NOW) else { return false }
            dlclose(handle)
            return true
        }
    }

    /// One server for the tests of the process, started when it is first needed. Each test takes a database of its own.
    package static func shared() async throws -> RedisServer { try await started.value }
    private static let started = Task { try await RedisServer() }

    private let folder: String
    private let port: UInt16
    private let password: String?
    private let state = Locked<(guardian: Guardian?, starts: Int, databases: Int)>((nil, 0, 0))

    /// Starts it, and waits until it answers.
    ///
    /// - Throws: ``NotStarted``.
    package init(password: String? = nil) async throws {
        guard Self.isInstalled else { throw NotStarted(log: Self.isMissing) }
        self.password = password
        folder = NSTemporaryDirectory() + "verbio-redis-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        PostgreSQLServer.give(folder)
        port = try Self.ownPort()
        try await start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the server again after ``kill()``, and waits until it answers. It is empty then.
    package func start() async throws {
        let number = state.withLock { state in
            state.starts += 1
            return state.starts
        }
        let log = folder + "/log-\(number)"
        let options = [
            "--port", "\(port)", "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no",
            "--databases", "1024",
        ]
        let guardian = try Guardian(
            "\"$@\" & cat >/dev/null; kill -KILL $!",
            PostgreSQLServer.user + [Self.path] + options + (password.map { ["--requirepass", $0] } ?? []),
            pipe: folder + "/life-\(number)", output: log)
        while !((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").contains("Ready to accept connections") {
            guard guardian.isRunning, !Self.hasEnded(log) else {
                throw NotStarted(log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
            }
            await Task.yield()
        }
        state.withLock { $0.guardian = guardian }
    }

    /// Whether the program has written that it gives up.
    private static func hasEnded(_ log: String) -> Bool {
        ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").contains("Failed")
    }

    /// Ends the server as a crash does. What it has is lost.
    package func kill() {
        let guardian = state.withLock { state in
            defer { state.guardian = nil }
            return state.guardian
        }
        // Its end waits for the program.
        withExtendedLifetime(guardian) {}
    }

    /// The address of an empty database.
    package func address() -> String {
        let number = state.withLock { state in
            state.databases += 1
            return state.databases
        }
        return "redis://\(password.map { ":\($0)@" } ?? "")127.0.0.1:\(port)/\(number)"
    }

    /// Runs a command in a database.
    ///
    /// - Parameter address: one of ``address()``.
    /// - Returns: its answer, line by line.
    package func run(_ command: [String], at address: String) async throws -> [String] {
        let output = folder + "/output-\(UUID())"
        let program = try Program(
            "/usr/bin/redis-cli", ["-u", address] + command, folder: "/", output: output, errors: output)
        _ = await program.end()
        return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private static let ports = Locked<Set<UInt16>>([])

    /// A port that stays free while its server is killed, as far as the tests of this process go.
    private static func ownPort() throws -> UInt16 {
        while true {
            let port = try freePort()
            if ports.withLock({ $0.insert(port).inserted }) { return port }
        }
    }

    /// A port that no program listens on.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard isBound else { throw NotStarted(log: "there is no free port") }
        return UInt16(bigEndian: address.sin_port)
    }
}
