internal import Subprocess
internal import SystemPackage

/// A program, its arguments and the closed environment in which it runs.
///
/// The child leads its own session, so that it can be killed together with every program that it starts. All descriptors
/// except the standard three are closed in it.
struct ChildCommand: Sendable {
    var path: String
    var arguments: [String]
    var searchPath: SearchPath
    /// Variables of the child's environment in addition to the path, the locale and the home folder.
    var environment: [String: String] = [:]

    var configuration: Subprocess.Configuration {
        var options = PlatformOptions()
        options.createSession = true
        // No child has anything to save: a child that is not needed any more is killed at once, with all that it started.
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

    /// Runs the program once: it gets the input as a whole, and `output` gets its output as it comes.
    ///
    /// The child is killed when the task is cancelled or `output` throws.
    ///
    /// - Parameter limit: bytes of output after which the child is killed.
    /// - Throws: ``ChildFailure``, the error of `output`, or `CancellationError`.
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
                async let sent: Void = Self.write(input, to: socket)
                // It is declared after `sent` and so runs before the wait for `sent`. A child that is abandoned reads
                // no more.
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

    /// Sends the input. If a child ends without reading all of it, only its output and its status count, not the failed write.
    private static func write(_ input: [UInt8], to socket: InputSocket) async {
        try? await socket.send(input)
        socket.finish()
    }

    /// Runs the program and collects its output.
    func output(input: [UInt8] = [], limit: Int) async throws -> [UInt8] {
        var collected: [UInt8] = []
        try await run(input: input, limit: limit) { collected += $0 }
        return collected
    }
}
