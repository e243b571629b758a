import Plumbing
import VerbioService

/// How Verbio ends, as documented in the guide Configuration.
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
    /// Ends the command with this status unless all is done.
    func stop() throws { if self != .complete { throw Stop(code: rawValue) } }
}

/// A command that can be broken off in the middle of its work, with which `verbio resume` goes on. Where nobody reads its
/// output any more it is interrupted. The others have nothing to go on with: who reads only the beginning of what they print
/// has had enough, and that is no failure.
protocol Resumable {}
