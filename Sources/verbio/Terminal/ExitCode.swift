import Plumbing
import VerbioService

/// The exit codes of Verbio, as documented in the guide Configuration.
enum Exit {
    static let success = RunStatus.complete.rawValue
    static let usage = RunStatus.usage.rawValue
    static let input = RunStatus.input.rawValue
    static let provider = RunStatus.provider.rawValue
    static let partial = RunStatus.partial.rawValue
    static let store = RunStatus.store.rawValue
    static let interrupted = RunStatus.interrupted.rawValue
    /// A fault of Verbio's own.
    static let fault = RunStatus.fault.rawValue

    static func code(for problem: Problem) -> Int32 { RunStatus(problem).rawValue }
}

/// Ends a command with an exit code after it has printed everything itself.
struct Stop: Error {
    let code: Int32
}

extension RunStatus {
    /// Ends the command with this status unless it is complete.
    func stop() throws { if self != .complete { throw Stop(code: rawValue) } }
}

/// A command that can be interrupted in the middle of its work, so that `verbio resume` continues it. If the reader of
/// its output has closed its end, it is interrupted. Other commands leave nothing to continue: if a reader closes their
/// output early, that is no failure.
protocol Resumable {}
