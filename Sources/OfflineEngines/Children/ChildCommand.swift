internal import Subprocess
internal import SystemPackage

/// A program, its arguments and the closed environment it runs in.
///
/// The child leads a session of its own, so that it and whatever it starts can be killed together; every descriptor but
/// the standard three is closed in it.
struct ChildCommand: Sendable {
    var path: String
    var arguments: [String]
    var searchPath: SearchPath
    /// What the child's environment has besides the path, the locale and the home folder.
    var environment: [String: String] = [:]

    var configuration: Subprocess.Configuration {
        var options = PlatformOptions()
        options.createSession = true
        // Nothing here has anything to save: a child that is no longer wanted is killed at once, with all it started.
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(1))
        ]
        return Subprocess.Configuration(
            executable: .path(FilePath(path)), arguments: Arguments(arguments),
            environment: .custom(variables), workingDirectory: FilePath("/"), platformOptions: options)
    }

    private var variables: [Environment.Key: String] {
        var variables: [Environment.Key: String] = [
            "PATH": searchPath.value, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
        ]
        for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
        return variables
    }

    /// Runs the program once: the input is given whole, the output goes to `output` as it comes.
    ///
    /// The child is killed when the task is cancelled or `output` throws.
    ///
    /// - Parameter limit: bytes of output after which the child is killed.
    /// - Throws: ``ChildFailure``, what `output` throws, or `CancellationError`.
    func run(
        input: [UInt8] = [], limit: Int, output: ([UInt8]) async throws -> Void
    ) async throws {
        let socket = try InputSocket()
        let result: ExecutionResult<Void, SequenceOutput, StringOutput<UTF8>>
        do {
            result = try await Subprocess.run(
                configuration, input: .fileDescriptor(socket.childEnd, closeAfterSpawningProcess: true),
                output: .sequence, error: .string(limit: 64 * 1024)
            ) { execution in
                async let sent: Void = Self.give(input, to: socket)
                // Declared after `sent`, so that it runs before `sent` is waited for: a child that is given up reads no more.
                defer { socket.abandon() }
                var count = 0
                for try await buffer in execution.standardOutput {
                    count += buffer.count
                    guard count <= limit else { throw ChildFailure.tooMuch(limit: limit) }
                    try await output(buffer.withUnsafeBytes { Array($0) })
                }
                socket.abandon()
                await sent
            }
        } catch let error as SubprocessError {
            try Task.checkCancellation()
            throw ChildFailure.notStarted("\(error)")
        }
        try Task.checkCancellation()
        guard result.terminationStatus.isSuccess else {
            let status: Int32 =
                switch result.terminationStatus {
                case .exited(let code): Int32(code)
                case .signaled(let signal): -Int32(signal)
                }
            throw ChildFailure.failed(status: status, message: result.standardError)
        }
    }

    /// A child that ends without having read everything is judged by its output and its status, not by this.
    private static func give(_ input: [UInt8], to socket: InputSocket) async {
        try? await socket.send(input)
        socket.finish()
    }

    /// Runs the program and collects what it says.
    func output(input: [UInt8] = [], limit: Int) async throws -> [UInt8] {
        var collected: [UInt8] = []
        try await run(input: input, limit: limit) { collected += $0 }
        return collected
    }
}
