import Dispatch
import Glibc
import Plumbing

/// Ctrl-C and `kill`: the first asks the work to come to an end, the second ends the process at once.
///
/// What is stored is resumable at any moment, so ending at once loses nothing but calls in flight.
final class Interrupts: Sendable {
    private let sources: Locked<[any DispatchSourceSignal]>
    private let count = Locked(0)

    /// - Parameter first: called once, on a thread of its own, for the first SIGINT or SIGTERM.
    init(first: @escaping @Sendable () -> Void) {
        sources = Locked([])
        let queue = DispatchQueue(label: "verbio.interrupts")
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [count] in
                let seen = count.withLock { seen in
                    seen += 1
                    return seen
                }
                if seen == 1 { first() } else { _exit(Exit.interrupted) }
            }
            source.resume()
            sources.withLock { $0.append(source) }
        }
    }

    /// Whether a signal has come.
    var happened: Bool { count.withLock { $0 > 0 } }
}
