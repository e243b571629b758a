internal import NIOCore
internal import Plumbing

/// All connections, and which of them wait for a request.
///
/// If the limit is reached, each new connection closes the one that has waited longest. So idle connections do not keep new
/// clients out.
final class IdleConnections: Sendable {
    /// Asks the guard of a connection to close it, unless a request has come in the meantime.
    struct MakeRoom: Sendable {}

    private struct State {
        var open: Set<ObjectIdentifier> = []
        var idle: [ObjectIdentifier: (since: UInt64, channel: any Channel)] = [:]
        var clock: UInt64 = 0

        mutating func wait(_ channel: any Channel) {
            clock += 1
            idle[ObjectIdentifier(channel)] = (clock, channel)
        }
    }

    private let limit: Int
    private let state = Locked(State())

    /// - Parameter limit: how many connections there may be at once.
    init(limit: Int) { self.limit = limit }

    /// Records a new connection, which waits for its first request.
    func opened(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let longest = state.withLock { state -> (any Channel)? in
            state.open.insert(id)
            state.wait(channel)
            guard state.open.count >= limit else { return nil }
            guard let victim = state.idle.filter({ $0.key != id }).min(by: { $0.value.since < $1.value.since }) else {
                return nil
            }
            state.open.remove(victim.key)
            state.idle[victim.key] = nil
            return victim.value.channel
        }
        longest?.pipeline.fireUserInboundEventTriggered(MakeRoom())
    }

    /// Records that the answer was written and that the connection waits for the next request.
    func waits(_ channel: any Channel) { state.withLock { $0.wait(channel) } }

    /// Records that a request has come on the connection.
    func works(_ channel: any Channel) {
        state.withLock { state in
            state.open.insert(ObjectIdentifier(channel))
            state.idle[ObjectIdentifier(channel)] = nil
        }
    }

    func closed(_ channel: any Channel) {
        state.withLock { state in
            state.open.remove(ObjectIdentifier(channel))
            state.idle[ObjectIdentifier(channel)] = nil
        }
    }
}
