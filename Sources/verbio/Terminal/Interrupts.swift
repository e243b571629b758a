import Dispatch
import Glibc
import Interpreting
import Plumbing
import VerbioService

/// Ctrl-C and `kill`: the first asks the conversation under way to come to an end, the second ends the process at once. So
/// does the first where there is none, while a recording is being opened, say.
///
/// What is stored is resumable at any moment, so ending at once loses nothing but calls in flight.
final class Interrupts: Sendable {
    private struct State {
        var count = 0
        var drain: (@Sendable () -> Void)?
        /// What is said last where the process is ended at once.
        var lastWord: String?
        var sources: [any DispatchSourceSignal] = []
    }

    private let state = Locked(State())

    init() {
        let queue = DispatchQueue(label: "verbio.interrupts")
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.arrived() }
            source.resume()
            state.withLock { $0.sources.append(source) }
        }
    }

    /// Whether a signal has come.
    var happened: Bool { state.withLock { $0.count > 0 } }

    /// Runs the work; a signal meanwhile drains it. The drain is called at most once, away from where signals are waited for:
    /// whatever keeps it, the second one ends the process.
    ///
    /// - Parameter lastWord: told where a second signal ends the process.
    func draining<Result>(
        with drain: @escaping @Sendable () -> Void, saying lastWord: String, while work: () async throws -> Result
    ) async throws -> Result {
        state.withLock { ($0.drain, $0.lastWord) = (drain, lastWord) }
        defer { state.withLock { ($0.drain, $0.lastWord) = (nil, nil) } }
        return try await work()
    }

    /// As ``draining(with:saying:while:)``, with a signal that cuts the run short and says so.
    func cuttingShort<Result>(
        _ control: RunControl, saying lastWord: String, while work: () async throws -> Result
    ) async throws -> Result {
        try await draining(
            with: {
                control.cutShort()
                // The run may be waiting for whoever reads what it prints.
                Console.noteAtOnce("verbio: finishing what is in flight; press Ctrl-C again to stop at once")
            }, saying: lastWord, while: work)
    }

    /// The last words if a second signal ends the process in the middle of a call.
    static func lastWord(_ session: Session) -> String {
        "verbio: stopped at once; go on with '\(session.resumeCommand)'"
    }

    private func arrived() {
        let (drain, lastWord) = state.withLock { state in
            state.count += 1
            return (state.count == 1 ? state.drain : nil, state.lastWord)
        }
        guard let drain else {
            if let lastWord { Console.noteAtOnce(lastWord) }
            _exit(Exit.interrupted)
        }
        DispatchQueue(label: "verbio.drain").async(execute: drain)
    }
}
