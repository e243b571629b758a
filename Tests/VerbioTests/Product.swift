import Foundation
import Testing
import VerbioTesting

/// The built `verbio`, run as a user would, each time with a folder of its own.
struct Product {
    /// Holds the store, the outputs and whatever a test puts there.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    var store: URL { folder.appending(path: "store") }

    struct Ended {
        var code: Int32
        var output: String
        var errors: String
    }

    /// A process under way.
    struct Running {
        let process: Process
        let output: URL
        let errors: URL
        /// Signalled once the process has ended. `waitUntilExit` would need a run loop, which Foundation does not survive
        /// on many threads at once.
        let hasEnded: DispatchSemaphore

        var pid: pid_t { process.processIdentifier }

        /// Waits until something has happened in the process or the process has ended. It looks every millisecond, on a
        /// thread of its own: the tests beside it need theirs.
        func wait(until hasHappened: @escaping @Sendable () -> Bool) async {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                Thread.detachNewThread { [process] in
                    while process.isRunning, !hasHappened() { poll(nil, 0, 1) }
                    continuation.resume()
                }
            }
        }

        /// Waits until the process has printed something to standard output or standard error.
        func wait(for text: String) async {
            await wait { [output, errors] in
                [output, errors].contains { (try? String(contentsOf: $0, encoding: .utf8))?.contains(text) == true }
            }
        }

        /// Waits for the end on a thread of its own: one of a global queue's would be missing where tests, and servers
        /// that answer the process, run.
        func end() async throws -> Ended {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                Thread.detachNewThread { [hasEnded] in
                    hasEnded.wait()
                    hasEnded.signal()
                    continuation.resume()
                }
            }
            let code =
                process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
            return Ended(
                code: code, output: try String(contentsOf: output, encoding: .utf8),
                errors: try String(contentsOf: errors, encoding: .utf8))
        }
    }

    /// Starts `verbio` with the arguments; output goes to files, so nobody has to read along.
    func start(
        _ arguments: [String], input: URL? = nil, environment: [String: String] = [:]
    ) throws -> Running {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var variables = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "XDG_DATA_HOME": folder.appending(path: "data").path, "VERBIO_STORE_PATH": store.path,
            "SWIFT_BACKTRACE": "enable=no",
        ]
        variables.merge(environment) { $1 }
        process.environment = variables
        let name = UUID().uuidString
        let output = folder.appending(path: "\(name).out")
        let errors = folder.appending(path: "\(name).err")
        for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
        let hasEnded = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in hasEnded.signal() }
        try ProcessStarts.oneAtATime { try process.run() }
        return Running(process: process, output: output, errors: errors, hasEnded: hasEnded)
    }

    /// Runs `verbio` to its end.
    func run(
        _ arguments: [String], input: URL? = nil, environment: [String: String] = [:]
    ) async throws -> Ended {
        try await start(arguments, input: input, environment: environment).end()
    }

    /// Beside the test bundle, where the package manager builds it.
    static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "verbio")

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func sample(_ name: String) -> URL { root.appending(path: "Samples/\(name)") }
}

/// A document without what may differ between equal runs.
func withoutTimings(_ json: Data) throws -> Data {
    func stripped(_ value: Any) -> Any {
        switch value {
        case let object as [String: Any]:
            object.filter { $0.key != "timings" }.mapValues(stripped)
        case let array as [Any]:
            array.map(stripped)
        default:
            value
        }
    }
    let value = try JSONSerialization.jsonObject(with: json)
    return try JSONSerialization.data(withJSONObject: stripped(value), options: [.sortedKeys])
}
