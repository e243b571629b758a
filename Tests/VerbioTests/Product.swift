import Foundation
import Testing
import VerbioTesting

/// The built `verbio`, run as a user would, each time with its own folder.
struct Product {
    /// Holds the store, the outputs and whatever a test puts there.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    var store: URL { folder.appending(path: "store") }

    /// Declares a recognizer in `mine.yaml`, as `openai` after a stand-in and at six dollars a minute.
    ///
    /// - Parameters:
    ///   - more: another setting of it.
    ///   - price: what else its price has, with a comma after it.
    func declareRecognizer(_ more: String = "", price: String = "") throws {
        try """
        openai:
          url: ${OPENAI_BASE_URL}
          key: OPENAI_API_KEY
          stt:
            wire: openai-transcriptions
            model: whisper-1
            price: {audio-minute: 6, \(price)as-of: 2026-11-20}
            \(more)
        """.write(to: folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
    }

    struct Ended {
        var code: Int32
        var output: String
        var errors: String
    }

    /// A running process.
    struct Running {
        let program: Program
        let output: URL
        let errors: URL

        var pid: pid_t { program.pid }

        /// Waits until something has happened in the process or the process has ended.
        func wait(until hasHappened: @escaping @Sendable () -> Bool) async {
            await program.wait(until: hasHappened)
        }

        /// Waits until the process has printed something to standard output or standard error.
        func wait(for text: String) async {
            await wait { [output, errors] in
                [output, errors].contains { (try? String(contentsOf: $0, encoding: .utf8))?.contains(text) == true }
            }
        }

        /// Repeats the question until the answer is yes or the process has ended. The interval grows to a quarter of a
        /// second, because a server limits how often a client asks.
        ///
        /// - Returns: whether the last answer was yes.
        func reaches(_ isReached: () async throws -> Bool) async rethrows -> Bool {
            var pause = Duration.milliseconds(10)
            while program.isRunning {
                if try await isReached() { return true }
                let end = ContinuousClock.now + pause
                await program.wait { ContinuousClock.now >= end }
                pause = min(pause * 2, .milliseconds(250))
            }
            return try await isReached()
        }

        func end() async throws -> Ended {
            let code = await program.end()
            let ended = Ended(
                code: code, output: try String(contentsOf: output, encoding: .utf8),
                errors: try String(contentsOf: errors, encoding: .utf8))
            // Whatever is tried, a sentence names the program once.
            #expect(!ended.errors.contains("verbio: verbio: "), "\(ended.errors)")
            return ended
        }
    }

    /// Starts `verbio` with the arguments; output goes to files, so no reader is needed.
    ///
    /// - Parameter output: where its standard output goes; a new file if none is given.
    func start(
        _ arguments: [String], input: URL? = nil, output: URL? = nil, environment: [String: String] = [:]
    ) throws -> Running {
        var variables = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "XDG_DATA_HOME": folder.appending(path: "data").path, "VERBIO_STORE_PATH": store.path,
            "SWIFT_BACKTRACE": "enable=no",
        ]
        variables.merge(environment) { $1 }
        let name = UUID().uuidString
        let output = output ?? folder.appending(path: "\(name).out")
        let errors = folder.appending(path: "\(name).err")
        let program = try Program(
            Self.executable.path, arguments, environment: variables, folder: folder.path,
            input: input?.path ?? "/dev/null", output: output.path, errors: errors.path)
        return Running(program: program, output: output, errors: errors)
    }

    /// Runs `verbio` to its end.
    func run(
        _ arguments: [String], input: URL? = nil, environment: [String: String] = [:]
    ) async throws -> Ended {
        try await start(arguments, input: input, environment: environment).end()
    }

    /// Runs a line of the shell in the product's folder, which finds `verbio` in `$VERBIO`: for pipes, limits and names that are
    /// no text.
    func shell(_ line: String) async throws -> Ended {
        let name = UUID().uuidString
        let (output, errors) = (folder.appending(path: "\(name).out"), folder.appending(path: "\(name).err"))
        let program = try Program(
            "/bin/sh", ["-c", line],
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
                "XDG_DATA_HOME": folder.appending(path: "data").path, "VERBIO_STORE_PATH": store.path,
                "SWIFT_BACKTRACE": "enable=no", "VERBIO": Self.executable.path,
            ], folder: folder.path, output: output.path, errors: errors.path)
        return try await Running(program: program, output: output, errors: errors).end()
    }

    /// The calls that the simulated providers have begun since this log was taken last, as "stage utterance".
    static func takeCalls(_ log: URL) -> [String] {
        guard let text = try? String(contentsOf: log, encoding: .utf8) else { return [] }
        try? FileManager.default.removeItem(at: log)
        var calls: [String] = []
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields[0] == "begin" { calls.append("\(fields[2]) \(fields[4])") }
        }
        return calls
    }

    /// Next to the test bundle, where the package manager builds it.
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
