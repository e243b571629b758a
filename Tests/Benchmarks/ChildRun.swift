import Foundation
import Glibc

/// One run of a program, with the operating system's own account of it.
struct ChildRun {
    var status: Int32
    /// User and system time.
    var cpuSeconds: Double
    var wallSeconds: Double
    /// Resident at its largest; NaN if it was not requested.
    var peakMegabytes = Double.nan

    /// Runs a program to its end with its output thrown away.
    ///
    /// - Parameter core: the only core it may use, or nil.
    static func of(_ program: String, _ arguments: [String], environment: [String: String] = [:], core: Int? = nil)
        throws -> ChildRun
    {
        let command = core.map { ["/usr/bin/taskset", "-c", "\($0)", program] } ?? [program]
        var pid = pid_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var argv: [UnsafeMutablePointer<CChar>?] = (command + arguments).map { strdup($0) } + [nil]
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        let started = ContinuousClock.now
        let failure = posix_spawn(&pid, command[0], &actions, nil, &argv, &envp)
        guard failure == 0 else { throw Missing(program: command[0]) }
        var status: Int32 = 0
        var usage = rusage()
        wait4(pid, &status, 0, &usage)
        let wall = started.duration(to: .now)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return ChildRun(
            status: status, cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            wallSeconds: Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18)
    }

    /// The same with its memory.
    ///
    /// A child counts as its own what its parent had when it was made, so a small program stands in between: GNU time.
    static func withMemory(_ program: String, _ arguments: [String], core: Int? = nil) throws -> ChildRun {
        guard let time = find("time") else { throw Missing(program: "time") }
        let told = FileManager.default.temporaryDirectory.appending(path: "verbio-time-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: told) }
        var run = try of(time, ["-f", "%M", "-o", told.path, program] + arguments, core: core)
        // If the program failed, a line about that comes first.
        let kilobytes = try String(contentsOf: told, encoding: .utf8).split(separator: "\n").last.flatMap { Double($0) }
        run.peakMegabytes = (kilobytes ?? .nan) / 1_024
        return run
    }

    struct Missing: Error { let program: String }

    /// The release build next to this program.
    static let verbio = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "verbio")
        .path

    static func find(_ program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { access($0, X_OK) == 0 }
    }
}
