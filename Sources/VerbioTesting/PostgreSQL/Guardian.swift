internal import Glibc

/// A shell that ends other programs of a test when this process ends, however that is.
///
/// Its input is a pipe into which nothing is ever written: the end of the last writer is the end of the input.
final class Guardian: Sendable {
    private let program: Program
    private let life: Int32

    /// - Parameters:
    ///   - pipe: the path of a pipe that is made for it.
    ///   - script: what the shell does. It has the words as its arguments, and `cat` returns at the end of this process.
    init(_ script: String, _ words: [String], pipe: String, output: String) throws {
        guard mkfifo(pipe, 0o600) == 0 else { throw PostgreSQLServer.NotStarted(log: "\(pipe) cannot be made") }
        life = open(pipe, O_RDWR | O_CLOEXEC)
        // In a session of its own, so that a signal for all processes of the tests does not end it first.
        program = try Program(
            "setsid", ["sh", "-c", script, "sh"] + words, folder: "/", input: pipe, output: output, errors: output)
    }

    var isRunning: Bool { program.isRunning }

    deinit {
        close(life)
        _ = program.wait()
    }
}
