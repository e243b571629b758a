internal import CAssets
internal import Foundation
internal import Glibc
internal import Plumbing
internal import Subprocess
internal import SystemPackage

/// The system's Python, which creates the worker's environment and unpacks packages. It imports nothing from a package.
struct PythonTool: Sendable {
    enum Failure: Error, Hashable {
        case missing
        /// What the program gave as its reason.
        case failed(String)
    }

    /// The interpreter's path.
    var path = "/usr/bin/python3"

    /// The first `python3` of the environment's `PATH`, or nil if there is none.
    static func found(_ environment: [String: String]) -> PythonTool? {
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let path = folders.map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        return path.map { PythonTool(path: $0) }
    }

    /// Runs a module (`-m NAME`) or a program (`-c TEXT`). It ends with this process, however that ends: a download does not go
    /// on alone.
    ///
    /// - Parameter flags: options of the interpreter.
    /// - Throws: ``Failure``, or `CancellationError`.
    func run(_ arguments: [String], flags: [String] = []) async throws {
        let (input, held) = try FileDescriptor.pipe()
        defer { try? held.close() }
        for end in [input, held] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(1))
        ]
        let result = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: Arguments(flags + ["-c", ModelAssets.text(verbio_asset_guard)] + arguments),
            platformOptions: options, input: .fileDescriptor(input, closeAfterSpawningProcess: true),
            output: .discarded, error: .string(limit: 1 << 20))
        try Task.checkCancellation()
        guard result.terminationStatus.isSuccess else {
            throw Failure.failed(Self.reason(in: result.standardError))
        }
    }

    /// The last line that a program wrote, without the indented details below it.
    private static func reason(in errors: String) -> String {
        guard let last = errors.split(separator: "\n").last(where: { !$0.hasPrefix(" ") }) else {
            return "no reason given"
        }
        // pip says so of a download that was cut off, too.
        if last.contains("DO NOT MATCH THE HASHES") { return "the file that arrived was cut off or is another one" }
        return String(last.trimmingPrefix("ERROR: "))
    }

    /// Downloads packages as files, without their dependencies and without running any of their code.
    ///
    /// Debian has pip in a package of its own. Without it, a virtual environment inside the folder has one.
    ///
    /// - Throws: ``Failure``, or `CancellationError`.
    func download(_ packages: [String], to folder: String) async throws {
        let arguments =
            ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]
            + ["--dest", folder] + packages
        do { try await run(arguments) } catch Failure.failed(let why) where why.contains("No module named pip") {
            let environment = folder + "/.pip"
            do { try await run(["-m", "venv", environment]) } catch is Failure {
                throw Failure.failed("pip is missing: run 'apt-get install python3-venv'")
            }
            try await PythonTool(path: environment + "/bin/python3").run(arguments)
        }
    }

    /// Extracts members from an archive, into the same folders as in the archive. Members that it does not have are skipped.
    ///
    /// - Throws: ``Failure`` if the archive is damaged, has names that lead outside the target or links, or has much more data
    ///   than its size.
    func unpack(_ archive: String, _ members: [String], to target: String) async throws {
        try await run(
            ["-c", ModelAssets.text(verbio_asset_unpack), archive, target] + members, flags: ["-I", "-B"])
    }
}
