internal import Plumbing

/// Notices that a server no longer sends anything: the connection is broken, but neither side was informed.
final class SilenceWatch: Sendable {
    private let longest: Duration
    private let time: TimeSource
    /// Since when a frame is awaited; nil while one is being taken, however long that lasts.
    private let since: Locked<Duration?>

    init(longest: Duration, time: TimeSource) {
        self.longest = longest
        self.time = time
        since = Locked(time.now())
    }

    /// A frame has come.
    func pause() { since.withLock { $0 = nil } }

    /// The next frame is awaited.
    func restart() { since.withLock { [now = time.now()] in $0 = now } }

    /// - Throws: ``SocketFailure`` of kind `broken` when the server has been silent for too long.
    func run() async throws -> Int? {
        while true {
            let left = since.withLock { $0 }.map { $0 + longest - time.now() } ?? longest
            guard left > .zero else {
                throw SocketFailure(.broken, "the server sent nothing for \(longest.components.seconds) s")
            }
            try await time.sleep(left)
        }
    }
}
