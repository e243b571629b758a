import Dispatch
import Glibc
import Interpreting
import LocalEngines
import Plumbing
import VerbioService

/// Handles Ctrl-C, `kill` and the end of the terminal: the first signal asks the current conversation to end, and the second
/// ends the process at once.
/// If there is no conversation, for instance while a recording is being opened, the first one ends the process.
///
/// The stored state can be resumed at any moment, so if the process ends at once, only calls in flight are lost.
final class Interrupts: Sendable {
    private struct State {
        var count = 0
        var drain: (@Sendable () -> Void)?
        /// The last message if the process is ended at once.
        var lastWord: String?
        var sources: [any DispatchSourceSignal] = []
    }

    private let state = Locked(State())

    init() {
        let queue = DispatchQueue(label: "verbio.interrupts")
        for number in [SIGINT, SIGTERM] + (HangUp.isIgnored ? [] : [SIGHUP]) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.arrived() }
            source.resume()
            state.withLock { $0.sources.append(source) }
        }
    }

    /// Whether a signal has come.
    var happened: Bool { state.withLock { $0.count > 0 } }

    /// Runs the work; a signal during the work drains it. The drain is called at most once, and not on the queue that receives
    /// signals. If the drain blocks, the second signal still ends the process.
    ///
    /// - Parameter lastWord: the message if a second signal ends the process.
    func draining<Result>(
        with drain: @escaping @Sendable () -> Void, saying lastWord: String, while work: () async throws -> Result
    ) async throws -> Result {
        state.withLock { ($0.drain, $0.lastWord) = (drain, lastWord) }
        defer { state.withLock { ($0.drain, $0.lastWord) = (nil, nil) } }
        return try await work()
    }

    /// Like ``draining(with:saying:while:)``, with a signal that cuts the run short and reports it.
    func cuttingShort<Result>(
        _ control: RunControl, saying lastWord: String, while work: () async throws -> Result
    ) async throws -> Result {
        try await draining(
            with: {
                control.cutShort()
                // The run may be waiting for the reader of its output.
                Console.noteAtOnce("verbio: finishing what is in flight; press Ctrl-C again to stop at once")
            }, saying: lastWord, while: work)
    }

    /// The last message if a second signal ends the process in the middle of a call.
    static func lastWord(_ opened: OpenedConversation) -> String {
        "verbio: stopped at once; continue with '\(opened.notes.resumeCommand)'"
    }

    private func arrived() {
        let (drain, lastWord) = state.withLock { state in
            state.count += 1
            return (state.count == 1 ? state.drain : nil, state.lastWord)
        }
        guard let drain else {
            TerminalKeys.restore()
            if let lastWord { Console.noteAtOnce(lastWord) }
            RunningChildren.current.endAll()
            _exit(Exit.interrupted)
        }
        DispatchQueue(label: "verbio.drain").async(execute: drain)
    }
}
