internal import NIOCore
internal import Plumbing

/// All connections, and which of them wait for their clients.
///
/// A few places are kept free. If they are taken, one of these is closed for each new connection, so that they do not keep new
/// clients out: a connection without a request, one with a client that neither reads its answer nor sends the rest of its request,
/// or one with requests that wait for the one before. The network with the most of them gives way first, so that one client
/// does not cost others their connections, and there the connection that has waited longest.
final class ConnectionPlaces: Sendable {
    /// Asks the guard of a connection to close it, unless its client has made progress in the meantime.
    struct MakeRoom: Sendable {}

    /// What a connection waits for.
    enum Standing: Sendable, Hashable {
        /// A request.
        case idle
        /// Its client, in the middle of a request or an answer, for ``ClientWatch/interval`` at least.
        case stalled
        /// The server, and further requests wait for the current one.
        case piping
        /// The server.
        case working
    }

    private struct Waiting {
        let channel: any Channel
        let network: String
        let standing: Standing
        let since: UInt64
    }

    private struct State {
        var open: Set<ObjectIdentifier> = []
        /// Those that give way.
        var waiting: [ObjectIdentifier: Waiting] = [:]
        var clock: UInt64 = 0
    }

    /// How many connections there may be before some are closed.
    private let most: Int
    private let state = Locked(State())

    /// - Parameter limit: how many connections there may be at once. An eighth of them, and at least one, is kept free: those
    ///   that are closed end their last answer first, and new ones come in the meantime.
    init(limit: Int) { most = limit - max(1, limit / 8) }

    /// Records a new connection, which waits for its first request, or what one waits for now.
    ///
    /// - Parameter network: of its client; see `AddressRange.network(of:)`.
    func note(_ channel: any Channel, from network: String, _ standing: Standing) {
        let id = ObjectIdentifier(channel)
        let victim = state.withLock { state -> (any Channel)? in
            let isNew = state.open.insert(id).inserted
            if standing == .working {
                state.waiting[id] = nil
                return nil
            }
            if state.waiting[id]?.standing != standing {
                state.clock += 1
                state.waiting[id] = Waiting(channel: channel, network: network, standing: standing, since: state.clock)
            }
            guard state.open.count > most else { return nil }
            // A client that has just come must be able to send its request.
            return Self.takeVictim(from: &state, except: isNew ? id : nil)
        }
        victim?.pipeline.fireUserInboundEventTriggered(MakeRoom())
    }

    private static func takeVictim(from state: inout State, except id: ObjectIdentifier?) -> (any Channel)? {
        let candidates = state.waiting.filter { $0.key != id }
        let counts = candidates.values.reduce(into: [String: Int]()) { $0[$1.network, default: 0] += 1 }
        let victim = candidates.min { one, other in
            let (one, other) = (one.value, other.value)
            let (mine, others) = (counts[one.network] ?? 0, counts[other.network] ?? 0)
            return mine == others ? one.since < other.since : mine > others
        }
        guard let victim else { return nil }
        state.open.remove(victim.key)
        state.waiting[victim.key] = nil
        return victim.value.channel
    }

    func closed(_ channel: any Channel) {
        state.withLock { state in
            state.open.remove(ObjectIdentifier(channel))
            state.waiting[ObjectIdentifier(channel)] = nil
        }
    }
}
