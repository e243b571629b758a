internal import Plumbing

/// Counts the children of one engine that failed in a row. After too many, none is started for a while.
final class RestartCap: Sendable {
    private struct State {
        var failures = 0
        var restAt: Duration?
    }

    /// If this number of children in a row die or fail to start, none is started for ``rest``.
    static let most = 3
    static let rest = Duration.seconds(60)

    private let state = Locked(State())
    private let time: TimeSource

    init(time: TimeSource) { self.time = time }

    /// Whether no child may be started now.
    var isResting: Bool { state.withLock { $0.restAt }.map { time.now() < $0 } ?? false }

    func failed() {
        state.withLock { state in
            state.failures += 1
            if state.failures >= Self.most { state = State(restAt: time.now() + Self.rest) }
        }
    }

    func succeeded() { state.withLock { $0 = State() } }
}
