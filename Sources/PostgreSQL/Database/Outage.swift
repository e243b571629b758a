internal import Glibc
internal import Plumbing

/// Waits for a server that has been reached before, such as while it is started again.
///
/// All callers wait for the same end. Those that come after it fail at once, until the server is back.
final class Outage: Sendable {
    private struct State {
        var wasReached = false
        /// When a caller could not reach the server for the first time.
        var beginning: Duration?
    }

    private let limit: Duration
    private let time: TimeSource
    private let state = Locked(State())

    init(limit: Duration, _ time: TimeSource) {
        self.limit = limit
        self.time = time
    }

    /// Connects, again and again until the limit. Blocks.
    ///
    /// - Throws: what the last attempt throws.
    func waiting<Connection>(_ connect: () throws -> Connection) throws -> Connection {
        var pause: Int32 = 50
        while true {
            do {
                let connection = try connect()
                state.withLock { $0 = State(wasReached: true) }
                return connection
            } catch let problem as Problem where problem.code == "store.unreachable" {
                let now = time.now()
                let isOver = state.withLock { state in
                    guard state.wasReached else { return true }
                    let beginning = state.beginning ?? now
                    state.beginning = beginning
                    return now - beginning >= limit
                }
                if isOver { throw problem }
            }
            poll(nil, 0, pause)
            pause = min(2 * pause, 500)
        }
    }
}
