import Dispatch
import Plumbing

/// Tells another task or thread, once, that something has happened.
final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let channel = AsyncStream<Void>.makeStream()

    func give() {
        semaphore.signal()
        channel.continuation.finish()
    }

    /// Blocks the thread until then. Several threads may wait.
    func wait() {
        semaphore.wait()
        semaphore.signal()
    }

    func arrived() async { for await _ in channel.stream {} }
}
